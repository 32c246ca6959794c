import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'

import { type AuditFile, checkAuditFile, hashSeal, isAuditFile } from './check-audit.ts'
import type { LogEntry } from './log-entry.ts'

const zeros = '00'.repeat(32)

/** Builds seals with numbers from 1 to `count`. */
function buildFile(count: number, from = 1): AuditFile {
  let last: Uint8Array = new Uint8Array(32)
  const seals = Array.from({ length: count }, (_, index) => {
    const text = `${index + 1}\n2026-11-27T10:00:0${index}.000000Z\n{"action": "ünlock ${index}"}`
    last = hashSeal(last, text)
    return { number: index + 1, text, hash: bytesToHex(last) }
  })
  return { previous: seals[from - 2]?.hash ?? zeros, seals: seals.slice(from - 1) }
}
const file = buildFile(5)
const buildHead = (number: number, hash = file.seals[number - 1]?.hash ?? ''): LogEntry => ({
  ...({ kind: 'audit', atMs: number * 300_000, number, hash } as const),
})
const heads = [buildHead(2), buildHead(4)]
const listProblems = (changed: AuditFile, logged = heads) => checkAuditFile(logged, changed).problems

test('a true part of the trail agrees with itself and with the log', () => {
  expect(checkAuditFile(heads, file)).toEqual({ checks: 7, problems: [], unlogged: 1, lastLogged: 4 })
  // The head before the first seal belongs to the file.
  expect(checkAuditFile(heads, buildFile(5, 3))).toEqual({ checks: 5, problems: [], unlogged: 1, lastLogged: 4 })
  expect(checkAuditFile([], file)).toMatchObject({ problems: [], unlogged: 5, lastLogged: 0 })
  // The log knows more seals than the file shows.
  expect(checkAuditFile(heads, { ...file, seals: file.seals.slice(0, 3) })).toMatchObject({
    problems: [],
    unlogged: 1,
    lastLogged: 4,
  })
})

const change = (number: number, part: Partial<AuditFile['seals'][number]>): AuditFile => ({
  ...file,
  seals: file.seals.map((seal) => (seal.number === number ? { ...seal, ...part } : seal)),
})
test.each<[string, AuditFile, number]>([
  ['another text', change(3, { text: '3\n2026-11-27T10:00:02.000000Z\n{"action": "lock"}' }), 3],
  ['another hash', change(3, { hash: zeros }), 3],
  ['another number', change(5, { number: 6 }), 6],
  ['a text with another number', change(1, { text: file.seals[0]?.text.replace('1\n', '7\n') ?? '' }), 1],
  ['a missing seal', { ...file, seals: file.seals.toSpliced(2, 1) }, 4],
  ['another hash before', { ...file, previous: 'ab'.repeat(32) }, 1],
])('%s is found', (_what, changed, number) => {
  expect(listProblems(changed)).toContainEqual({ problem: 'seal_differs', number })
})

test('a number that is left out is found, also if all hashes fit each other', () => {
  const texts = ['1\nfirst', '3\nthird']
  const first = hashSeal(new Uint8Array(32), '1\nfirst')
  const hashes = [first, hashSeal(first, '3\nthird')].map(bytesToHex)
  const seals = texts.map((text, index) => ({ number: 1 + 2 * index, text, hash: hashes[index] ?? '' }))
  expect(checkAuditFile([], { previous: zeros, seals }).problems).toEqual([{ problem: 'seal_differs', number: 3 }])
})

test('a trail that was written again, in itself right, is found by the log', () => {
  let last: Uint8Array = new Uint8Array(32)
  const seals = file.seals.map(({ number, text }) => {
    last = hashSeal(last, text.replace('ünlock 1', 'nothing'))
    return { number, text: text.replace('ünlock 1', 'nothing'), hash: bytesToHex(last) }
  })
  expect(listProblems({ previous: zeros, seals })).toEqual([
    { problem: 'head_differs', number: 2 },
    { problem: 'head_differs', number: 4 },
  ])
})

test('other files are no trail', () => {
  expect(isAuditFile(file)).toBe(true)
  for (const other of [
    null,
    {},
    { ...file, previous: 'x' },
    { ...file, seals: [null] },
    { ...file, seals: [] },
    { ...file, seals: {} },
  ])
    expect(isAuditFile(other)).toBe(false)
})
