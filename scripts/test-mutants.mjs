// npm run test:mutants: plants faults at random places of the money path, one at a time, and prints the test that finds each.
// The last line is `N found, N survived`. `--sample <count> --seed <number>` choose the faults, `--only <text>` the files whose path
// contains it. `--replay <id>` plants one of them.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { ensureInstalled, node, root } from './install-deps.mjs'
import { parseOptions, parseWholeNumber } from './options.mjs'

const { values } = parseOptions({ sample: 'string', seed: 'string', only: 'string', replay: 'string' })
const sample = parseWholeNumber('--sample', values.sample ?? '60', 1)
const seed = parseWholeNumber('--seed', values.seed ?? '1', 0)
const selection =
  values.replay === undefined
    ? ['--sample', sample, '--seed', seed, '--only', values.only ?? '']
    : ['--replay', values.replay]
ensureInstalled()
const { status } = spawnSync(node, [join(root, 'apps/server/test/mutants/generated/main.ts'), ...selection], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
