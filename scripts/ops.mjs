// npm run ops: commands for operators, with the product's services on the server's database.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { ensureInstalled, node, root } from './install-deps.mjs'

ensureInstalled()
// Signals are sent on to the command, which closes what it has opened.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child?.kill(signal))
const child = spawn(node, [join(root, 'apps/server/src/ops/main.ts'), ...process.argv.slice(2)], {
  // File names are relative to the folder where npm was called.
  cwd: process.env['INIT_CWD'] ?? process.cwd(),
  // The cache is that of the server: the next command reads compiled and stripped modules from it.
  env: { ...process.env, NODE_COMPILE_CACHE: join(root, '.cache/node') },
  stdio: 'inherit',
})
child.once('exit', (code) => process.exit(code ?? 1))
