// npm run test:edge: plays strategies of clever traders against the product's rules and prices.
// The last line is `N strategies, N profitable`. `--runs <times>` plays that many times as long, `--only <text>` selects by name,
// `--update` writes the tables of docs/fairness.md.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { ensureInstalled, node, root } from './install-deps.mjs'
import { parseOptions, parseWholeNumber } from './options.mjs'

const { values } = parseOptions({ runs: 'string', seed: 'string', only: 'string', update: 'boolean' })
ensureInstalled()
const { status } = spawnSync(
  node,
  [
    join(root, 'apps/server/test/edge/main.ts'),
    '--runs',
    parseWholeNumber('--runs', values.runs ?? '1', 1),
    '--seed',
    parseWholeNumber('--seed', values.seed ?? '1', 0),
    '--only',
    values.only ?? '',
    ...(values.update === true ? ['--update'] : []),
  ],
  { cwd: root, stdio: 'inherit' },
)
process.exitCode = status ?? 1
