// npm run ops: what an operator does by hand, with the product's own services on the server's database.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { ensureInstalled, node, root } from './install-deps.mjs'

ensureInstalled()
// Ctrl-C reaches the command itself, which then closes what it has opened.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child?.kill(signal))
const child = spawn(node, [join(root, 'apps/server/src/ops/main.ts'), ...process.argv.slice(2)], {
  // Files are named from where the person stands.
  cwd: process.env['INIT_CWD'] ?? process.cwd(),
  stdio: 'inherit',
})
child.once('exit', (code) => process.exit(code ?? 1))
