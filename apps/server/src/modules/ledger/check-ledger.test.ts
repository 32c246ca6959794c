import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase } from '../../../test/fixtures/database/test-database.ts'
import { insertUser } from '../../../test/fixtures/database/insert-user.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { buildTransferLines, postEntry, readUsersInPieces } from './service.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
const userIds: number[] = []

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.url)
  for (let number = 0; number < 5; number += 1) {
    const userId = await insertUser(database)
    userIds.push(userId)
    const lines = buildTransferLines(
      { account: 'clearing:ORANGE', userId: null },
      { account: 'cash', userId },
      100,
      'USD',
    )
    await postEntry(database.db, { kind: 'test', subject: `test:${number}`, at: new Date(), lines })
  }
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

test.each([
  [1, 5],
  [2, 3],
  [5, 1],
  [100, 1],
])('pieces of %i balances are %i, which have each number once, and no more users than that', async (size, count) => {
  const pieces = await readUsersInPieces(database.db, size, async (from, to) => [{ from, to }])
  expect(pieces).toHaveLength(count)
  expect(pieces[0]?.from).toBe(1)
  for (const [index, { from }] of pieces.entries()) if (index > 0) expect(from).toBe((pieces[index - 1]?.to ?? 0) + 1)
  expect(pieces.at(-1)?.to).toBe(Number.MAX_SAFE_INTEGER)
  for (const { from, to } of pieces)
    expect(userIds.filter((id) => id >= from && id <= to).length).toBeLessThanOrEqual(size)
})
