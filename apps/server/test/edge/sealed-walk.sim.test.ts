import { expect, test } from 'vitest'

import { formatGain, judge } from './judge.ts'
import { operatorWithSeeds } from './sealed-strategies.ts'

// Seed and length are fixed: nothing fails by chance.
const game = { seed: 1, runs: 1 }

test.each([operatorWithSeeds].map((strategy) => [strategy.name, strategy] as const))(
  'a trader who %s',
  async (_name, strategy) => {
    const { gain, planted, problems } = await judge(strategy, game)
    expect(problems, `${formatGain(gain)}, planted ${formatGain(planted)}`).toEqual([])
  },
)
