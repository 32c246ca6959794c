// npm run bench: installs and builds what is missing, then measures. Names of parts (reads, money …) measure only those.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { ensureInstalled, node, root } from './install-deps.mjs'

ensureInstalled()
const run = spawnSync(node, [join(root, 'bench/main.ts'), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
process.exit(run.status ?? 1)
