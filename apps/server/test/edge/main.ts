import { parseArgs } from 'node:util'

import { writeFairness } from './fairness.ts'
import { describeVerdict, judge } from './judge.ts'
import { strategies } from './strategies.ts'

/** Plays all strategies. `scripts/test-edge.mjs` runs it. The last line is `N strategies, N profitable`. */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    update: { type: 'boolean', default: false },
  },
})
const game = { seed: Number(values.seed), runs: Number(values.runs) }
const verdicts = []
for (const strategy of strategies.filter(({ name }) => name.includes(values.only))) {
  const verdict = await judge(strategy, game)
  verdicts.push(verdict)
  console.log(describeVerdict(verdict))
}
if (values.update) writeFairness(verdicts)
const failed = verdicts.filter(({ problems }) => problems.length > 0)
for (const { strategy, problems } of failed) console.log(`FAIL ${strategy.name}: ${problems.join(', ')}`)
console.log(
  `${verdicts.length} strategies, ${verdicts.filter(({ problems }) => problems.includes('is profitable')).length} profitable`,
)
process.exitCode = failed.length === 0 ? 0 : 1
