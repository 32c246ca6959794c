import { afterAll, expect, test } from 'vitest'

import { compareFairness } from './fairness.ts'
import { judge, type Verdict } from './judge.ts'
import { strategies } from './strategies.ts'

// `npm run test:edge` plays the same, and longer. Seed and length are fixed: nothing fails by chance, and the page has the same figures.
const verdicts: Verdict[] = []

test.each(strategies.map((strategy) => [strategy.name, strategy] as const))(
  'a trader who %s',
  async (_name, strategy) => {
    const verdict = await judge(strategy, { seed: 1, runs: 1 })
    verdicts.push(verdict)
    expect(verdict.problems).toEqual([])
  },
)

test('each strategy has a name of its own', () => {
  expect(new Set(strategies.map(({ name }) => name)).size).toBe(strategies.length)
})

afterAll(() => {
  if (verdicts.length !== strategies.length) return
  const { expected, actual } = compareFairness(verdicts)
  // `npm run test:edge -- --update` writes the page.
  expect(actual, 'docs/fairness.md').toBe(expected)
})
