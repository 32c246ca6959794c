import { parseArgs } from 'node:util'

import { runSample } from './run-sample.ts'

/** Plants generated faults. `scripts/test-mutants.mjs` runs it. */
const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string', default: '' },
    replay: { type: 'string' },
  },
})
const areAllFound = await runSample(
  values.replay === undefined
    ? { count: Number(values.sample), seed: Number(values.seed), only: values.only }
    : { replay: values.replay },
)
process.exitCode = areAllFound ? 0 : 1
