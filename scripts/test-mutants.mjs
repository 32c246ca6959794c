// npm run test:mutants: plants faults in the money path, one at a time, and prints the test that finds each.
// The last line is `N killed, N survived`. `--only <text>` runs those whose name contains it.
// `--sample <count> --seed <number>` plants generated faults instead; the last line is `N found, N survived`. `--replay <id>` plants one of them.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { ensureInstalled, node, root } from './install-deps.mjs'
import { parseOptions, parseWholeNumber } from './options.mjs'

const { values } = parseOptions({
  only: 'string',
  runs: 'string',
  sample: 'string',
  seed: 'string',
  replay: 'string',
})
ensureInstalled()
const { status } = spawnSync(node, buildCommand(), { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1

function buildCommand() {
  const generated = join(root, 'apps/server/test/mutants/generated/main.ts')
  if (values.replay !== undefined) return [generated, '--replay', values.replay]
  if (values.sample !== undefined) {
    const seed = parseWholeNumber('--seed', values.seed ?? '1', 0)
    return [generated, '--sample', parseWholeNumber('--sample', values.sample, 1), '--seed', seed]
  }
  const script = join(root, 'apps/server/test/mutants/chosen/run-mutants.ts')
  const selection = values.only === undefined ? [] : ['--only', values.only]
  const limit = values.runs === undefined ? [] : ['--runs', parseWholeNumber('--runs', values.runs, 1)]
  return [script, ...selection, ...limit]
}
