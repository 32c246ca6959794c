import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type DocumentKind, documentKinds, filesAtOnce } from './limits.ts'
import { canRemove, canSend, type FileFacts, kindState, requiredKinds, verificationOf } from './document-state.ts'

const sent: FileFacts = { kind: 'passport', state: 'sent' }
const approved: FileFacts = { kind: 'passport', state: 'approved' }
const refused: FileFacts = { kind: 'passport', state: 'refused', reason: 'expired' }

describe('how a kind stands', () => {
  test.each([
    ['nothing', [], { state: 'none', waiting: 0, reason: null, isRefused: false }],
    ['one waits', [sent], { state: 'sent', waiting: 1, reason: null, isRefused: false }],
    ['both sides wait', [sent, sent], { state: 'sent', waiting: 2, reason: null, isRefused: false }],
    ['refused', [refused], { state: 'refused', waiting: 0, reason: 'expired', isRefused: true }],
    ['sent again', [refused, sent], { state: 'sent', waiting: 1, reason: null, isRefused: true }],
    ['accepted', [approved], { state: 'approved', waiting: 0, reason: null, isRefused: false }],
    ['a newer one waits', [approved, sent], { state: 'approved', waiting: 1, reason: null, isRefused: false }],
    [
      'the newer one refused',
      [approved, refused],
      { state: 'approved', waiting: 0, reason: 'expired', isRefused: true },
    ],
  ] as const)('%s', (_what, files, expected) => {
    expect(kindState('passport', files)).toEqual(expected)
    expect(kindState('card', files)).toEqual({ state: 'none', waiting: 0, reason: null, isRefused: false })
  })
})

test('a file can be sent until as many wait as may, and what was accepted stays', () => {
  for (const kind of documentKinds) {
    expect(canSend(kind, { waiting: filesAtOnce[kind] - 1 })).toBe(true)
    expect(canSend(kind, { waiting: filesAtOnce[kind] })).toBe(false)
  }
  expect([canRemove('sent'), canRemove('refused'), canRemove('approved')]).toEqual([true, true, false])
})

test('verified is who has every kind that is asked for, and nobody else', () => {
  fc.assert(
    fc.property(fc.subarray<DocumentKind>([...documentKinds]), fc.boolean(), (kinds, hasCard) => {
      const level = verificationOf(new Set(kinds), hasCard)
      expect(level === 'Full').toBe(requiredKinds(hasCard).every((kind) => kinds.includes(kind)))
      expect(level === 'None').toBe(kinds.length === 0)
    }),
  )
  expect(requiredKinds(false)).toEqual(['passport', 'sign'])
  expect(requiredKinds(true)).toEqual(['passport', 'card', 'sign'])
})
