// npm run screens [-- NAME ...]: takes pictures of all screens, or of those that are named, and shows them on one page.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { ensureBrowser, ensureInstalled, ensureWebBuilt, node, root } from './install-deps.mjs'

ensureInstalled()
ensureWebBuilt()
ensureBrowser()
rmSync(join(root, 'screens/before'), { recursive: true, force: true })
const { status } = spawnSync(
  node,
  [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '-c', 'e2e/screens/playwright.config.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SCREENS: process.argv.slice(2).join(',') } },
)
process.exitCode = status ?? 1
