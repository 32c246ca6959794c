import { expect, test } from 'vitest'

import { createBatchedQuery } from './batch.ts'

/** Doubles even numbers, knows no odd ones, answers from the last to the first, and remembers how it was asked. */
function createDoublingQuery() {
  const batches: (readonly number[])[] = []
  const double = createBatchedQuery(async (numbers: readonly number[]) => {
    batches.push(numbers)
    const answers = numbers.map((number, index) => ({ place: index + 1, twice: number * 2 }))
    return answers.filter(({ twice }) => twice % 4 === 0).toReversed()
  })
  return { asked: batches, double }
}

test('what is asked in one turn is asked at once, and each gets its own answer', async () => {
  const { asked: batches, double } = createDoublingQuery()
  expect(await Promise.all([4, 3, 2, 4].map(double))).toEqual([
    { place: 1, twice: 8 },
    null,
    { place: 3, twice: 4 },
    { place: 4, twice: 8 },
  ])
  expect(await double(6)).toEqual({ place: 1, twice: 12 })
  expect(batches).toEqual([[4, 3, 2, 4], [6]])
})

test('no query is asked for more than 64, and nothing is asked twice or not at all', async () => {
  const { asked, double } = createDoublingQuery()
  const numbers = Array.from({ length: 130 }, (_, index) => index * 2)
  const answers = await Promise.all(numbers.map(double))
  expect(answers.map((answer) => answer?.twice)).toEqual(numbers.map((number) => number * 2))
  expect(asked.map(({ length }) => length)).toEqual([64, 64, 2])
})

test('where the query fails, all that were asked together fail, and the next ones do not', async () => {
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
