import { appendFileSync, mkdtempSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { openJournal } from './journal.ts'

test('an incomplete line is skipped and does not damage the next one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradefront-journal-'))
  const file = join(folder, 'journal.jsonl')
  const [one, two] = [
    { kind: 'tombstone', key: 'one', value: 1 },
    { kind: 'tombstone', key: 'two', value: 2 },
  ] as const
  const before = openJournal(file)
  before.appendLine(one)
  before.close()
  appendFileSync(file, '{"kind":"tomb')
  const after = openJournal(file)
  after.appendLine(two)
  expect(after.readLines()).toEqual([one, two])
  after.close()
  rmSync(folder, { recursive: true })
})

test('on a full disk lines wait, in order, and are written when there is room', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradefront-journal-'))
  const file = join(folder, 'journal.jsonl')
  const reports: string[] = []
  let roomBytes = Infinity
  const journal = openJournal(file, {
    report: (sentence) => reports.push(sentence),
    write: (handle, bytes) => {
      if (roomBytes === 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
      const written = writeSync(handle, bytes.subarray(0, roomBytes))
      roomBytes -= written
      return written
    },
  })
  const lines = ['one', 'two', 'three', 'four'].map((key) => ({ kind: 'tombstone', key, value: 1 }) as const)
  const [one, two, three, four] = lines as [(typeof lines)[0], (typeof lines)[0], (typeof lines)[0], (typeof lines)[0]]
  journal.appendLine(one)
  expect(journal.flush()).toBe(true)
  // The next line is only partly written.
  roomBytes = 10
  journal.appendLine(two)
  journal.appendLine(three)
  expect(journal.flush()).toBe(false)
  expect(journal.readLines()).toEqual([one])
  expect(reports).toEqual([expect.stringMatching(/^The sandbox cannot write its journal .* \(ENOSPC\), .*\.$/)])
  roomBytes = Infinity
  journal.appendLine(four)
  expect(journal.flush()).toBe(true)
  expect(journal.readLines()).toEqual([one, two, three, four])
  expect(reports.slice(1)).toEqual(['The sandbox writes its journal again.'])
  journal.close()
  rmSync(folder, { recursive: true })
})
