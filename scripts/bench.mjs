// npm run bench: installs and builds what is missing, then measures. `--only <part>` measures one part, `--runs 5` prints medians.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import {
  ensureBrowser,
  ensureFullBrowser,
  ensureInstalled,
  ensureWebBuilt,
  exitWithError,
  node,
  root,
} from './install-deps.mjs'
import { parseOptions, parseWholeNumber } from './options.mjs'

const parts = ['reads', 'live-socket', 'deposits', 'scale', 'startup', 'web', 'lighthouse']
const { values } = parseOptions({ only: 'string', runs: 'string' })
if (values.only !== undefined && !parts.includes(values.only))
  exitWithError(`Unknown part "${values.only}". Use one of: ${parts.join(', ')}.`)
const runs = parseWholeNumber('--runs', values.runs ?? '1', 1)
const has = (part) => values.only === undefined || values.only === part

ensureInstalled()
ensureWebBuilt()
if (has('web')) ensureBrowser()
if (has('lighthouse')) ensureFullBrowser()
const selection = values.only === undefined ? [] : ['--only', values.only]
const bench = spawnSync(node, [join(root, 'bench/main.ts'), '--runs', runs, ...selection], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(bench.status ?? 1)
