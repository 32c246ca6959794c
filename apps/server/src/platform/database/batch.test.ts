import { expect, test } from 'vitest'

import { createBatchedQuery } from './batch.ts'

/** Creates a query that doubles even numbers, has no row for odd ones, returns rows in reverse order, and records its batches. */
function createDoublingQuery() {
  const batches: (readonly number[])[] = []
  const double = createBatchedQuery(async (numbers: readonly number[]) => {
    batches.push(numbers)
    const rows = numbers.map((number, index) => ({ place: index + 1, twice: number * 2 }))
    return rows.filter(({ twice }) => twice % 4 === 0).toReversed()
  })
  return { batches, double }
}

test('calls of one tick are one query, and each gets its own row', async () => {
  const { batches, double } = createDoublingQuery()
  expect(await Promise.all([4, 3, 2, 4].map(double))).toEqual([
    { place: 1, twice: 8 },
    null,
    { place: 3, twice: 4 },
    { place: 4, twice: 8 },
  ])
  expect(await double(6)).toEqual({ place: 1, twice: 12 })
  expect(batches).toEqual([[4, 3, 2, 4], [6]])
})

test('a query gets at most 64 inputs, and every input once', async () => {
  const { batches, double } = createDoublingQuery()
  const numbers = Array.from({ length: 130 }, (_, index) => index * 2)
  const rows = await Promise.all(numbers.map(double))
  expect(rows.map((row) => row?.twice)).toEqual(numbers.map((number) => number * 2))
  expect(batches.map(({ length }) => length)).toEqual([64, 64, 2])
})

test('if a query fails, all calls of its batch fail, but not the next ones', async () => {
  let fails = true
  const query = createBatchedQuery(async (inputs: readonly string[]) => {
    if (fails) throw new Error('gone')
    return inputs.map((_, index) => ({ place: index + 1 }))
  })
  const settled = await Promise.allSettled([query('a'), query('b')])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await query('c')).toEqual({ place: 1 })
})
