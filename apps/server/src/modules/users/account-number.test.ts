import { expect, test } from 'vitest'

import { insertUser } from '../../../test/fixtures/database/insert-user.ts'
import { useTestDatabase } from '../../../test/fixtures/database/use-test-database.ts'
import { createAccountNumber, drawAccountNumber } from './account-number.ts'

const database = useTestDatabase()

test.each([
  [79_927_398, 799_273_982],
  [10_000_000, 100_000_009],
  [99_999_999, 999_999_998],
])('the digits %d get the check digit of %d', (drawn, number) => {
  expect(createAccountNumber(() => drawn)).toBe(number)
})

test('an account number has nine digits', () => {
  const limits: number[] = []
  createAccountNumber((from, below) => {
    limits.push(from, below)
    return from
  })
  expect(limits).toEqual([10_000_000, 100_000_000])
})

test('a number with one wrong digit is no account number', () => {
  const number = String(createAccountNumber(() => 48_392_017))
  const others = [...number.slice(0, -1)].flatMap((digit, index) =>
    [...'0123456789']
      .filter((each) => each !== digit)
      .map((each) => number.slice(0, index) + each + number.slice(index + 1)),
  )
  for (const other of others)
    expect(
      createAccountNumber(() => Number(other.slice(0, -1))),
      other,
    ).not.toBe(Number(other))
})

test('a number in use is drawn again', async () => {
  await database.runAsOwner(`update users set id = 799273982 where id = ${await insertUser(database)}`)
  const drawn = [79_927_398, 79_927_398, 10_000_000]
  expect(await drawAccountNumber(database.db, () => drawn.shift() ?? 0)).toBe(100_000_009)
  expect(drawn).toEqual([])
})

test('numbers that are all in use end the search', async () => {
  await database.runAsOwner(`update users set id = 100000009 where id = ${await insertUser(database)}`)
  await expect(drawAccountNumber(database.db, () => 10_000_000)).rejects.toThrow('no account number is free')
})
