// npm run generate:schema: writes schema.sql, constraints.ts and database-types.ts from a database that the migrations have made.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { ensureInstalled, node, root } from './install-deps.mjs'

ensureInstalled()
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(node, [vitest, 'run', '--project', 'server', 'apps/server/test/schema', '--update'], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
