import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type DocumentKind, documentKinds, maxPendingFiles } from './document-kinds.ts'
import {
  canRemove,
  canSend,
  type DocumentFile,
  deriveKindState,
  getRequiredKinds,
  getVerificationLevel,
} from './document-state.ts'

const sent: DocumentFile = { kind: 'passport', state: 'sent' }
const approved: DocumentFile = { kind: 'passport', state: 'approved' }
const refused: DocumentFile = { kind: 'passport', state: 'refused', reason: 'expired' }

describe('state of a kind of document', () => {
  test.each([
    ['no file', [], { state: 'none', waiting: 0, reason: null, isRefused: false }],
    ['one file waiting', [sent], { state: 'sent', waiting: 1, reason: null, isRefused: false }],
    ['both sides waiting', [sent, sent], { state: 'sent', waiting: 2, reason: null, isRefused: false }],
    ['rejected', [refused], { state: 'refused', waiting: 0, reason: 'expired', isRefused: true }],
    ['sent again after a rejection', [refused, sent], { state: 'sent', waiting: 1, reason: null, isRefused: true }],
    ['accepted', [approved], { state: 'approved', waiting: 0, reason: null, isRefused: false }],
    [
      'accepted, with a newer file waiting',
      [approved, sent],
      { state: 'approved', waiting: 1, reason: null, isRefused: false },
    ],
    [
      'accepted, then a newer file rejected',
      [approved, refused],
      { state: 'approved', waiting: 0, reason: 'expired', isRefused: true },
    ],
  ] as const)('%s', (_name, files, expected) => {
    expect(deriveKindState('passport', files)).toEqual(expected)
    expect(deriveKindState('card', files)).toEqual({ state: 'none', waiting: 0, reason: null, isRefused: false })
  })
})

test('a file can be sent up to the maximum number of waiting files, and accepted files cannot be removed', () => {
  for (const kind of documentKinds) {
    expect(canSend(kind, { waiting: maxPendingFiles[kind] - 1 })).toBe(true)
    expect(canSend(kind, { waiting: maxPendingFiles[kind] })).toBe(false)
  }
  expect([canRemove('sent'), canRemove('refused'), canRemove('approved')]).toEqual([true, true, false])
})

test('the level is Full exactly if every required kind is accepted', () => {
  fc.assert(
    fc.property(fc.subarray<DocumentKind>([...documentKinds]), fc.boolean(), (kinds, hasCard) => {
      const level = getVerificationLevel(new Set(kinds), hasCard)
      expect(level === 'Full').toBe(getRequiredKinds(hasCard).every((kind) => kinds.includes(kind)))
      expect(level === 'None').toBe(kinds.length === 0)
    }),
  )
  expect(getRequiredKinds(false)).toEqual(['passport', 'sign'])
  expect(getRequiredKinds(true)).toEqual(['passport', 'card', 'sign'])
})
