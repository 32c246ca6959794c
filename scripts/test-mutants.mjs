// npm run test:mutants: plants faults in the money path, one at a time, and prints the test that finds each.
// The last line is `N killed, N survived`. `--only <text>` runs those whose name contains it.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { ensureInstalled, node, root } from './install-deps.mjs'
import { parseOptions, parseWholeNumber } from './options.mjs'

const { values } = parseOptions({ only: 'string', runs: 'string' })
ensureInstalled()
const script = join(root, 'apps/server/src/testing/mutants/run-mutants.ts')
const selection = values.only === undefined ? [] : ['--only', values.only]
const limit = values.runs === undefined ? [] : ['--runs', parseWholeNumber('--runs', values.runs, 1)]
const { status } = spawnSync(node, [script, ...selection, ...limit], { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1
