import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
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
