// npm run bench: installs and builds what is missing, then measures. `--only <part>` measures one part, `--runs 5` prints medians,
// `--connections 500` opens fewer live connections, `--history-rows 1000000` fills the history with fewer rows, and `--heap-minutes 2` looks at
// the trading screen's heap for a shorter time.
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

const parts = [
  'reads',
  'live-socket',
  'live-connections',
  'deposits',
  'invoices',
  'trading',
  'market',
  'withdrawals',
  'leaderboard',
  'scale',
  'history',
  'tickets',
  'desk',
  'startup',
  'pages',
  'trading-screen',
  'lighthouse',
]
const { values } = parseOptions({
  only: 'string',
  runs: 'string',
  connections: 'string',
  'history-rows': 'string',
  'heap-minutes': 'string',
})
if (values.only !== undefined && !parts.includes(values.only))
  exitWithError(`Unknown part "${values.only}". Use one of: ${parts.join(', ')}.`)
const runs = parseWholeNumber('--runs', values.runs ?? '1', 1)
const connections = parseWholeNumber('--connections', values.connections ?? '5000', 10)
const historyRows = parseWholeNumber('--history-rows', values['history-rows'] ?? '10000000', 100_000)
const heapMinutes = parseWholeNumber('--heap-minutes', values['heap-minutes'] ?? '10', 2)
const has = (part) => values.only === undefined || values.only === part

ensureInstalled()
ensureWebBuilt()
if (has('pages') || has('market') || has('trading-screen')) ensureBrowser()
if (has('lighthouse')) ensureFullBrowser()
const selection = values.only === undefined ? [] : ['--only', values.only]
const bench = spawnSync(
  node,
  [
    join(root, 'bench/main.ts'),
    '--runs',
    runs,
    '--connections',
    connections,
    '--history-rows',
    historyRows,
    '--heap-minutes',
    heapMinutes,
    ...selection,
  ],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
process.exit(bench.status ?? 1)
