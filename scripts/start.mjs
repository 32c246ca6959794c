// npm start: installs what is missing, starts the sandbox and the server, and stops both again.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { ensureInstalled, ensureWebBuilt, node, root } from './ensure.mjs'

ensureInstalled()
ensureWebBuilt()

const started = []
let ending = false

run('sandbox', 'apps/sandbox/src/main.ts')
run('server', 'apps/server/src/main.ts')
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0))

/** Starts one of the two; when one ends, so does the other. */
function run(name, file) {
  const child = spawn(node, [join(root, file)], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], detached: true })
  started.push(child)
  child.once('exit', (code) => end(code ?? 1))
}

/** Asks everything that was started to stop, once, and waits for it. */
function end(code) {
  if (ending) return
  ending = true
  process.exitCode = code
  for (const child of started) if (child.exitCode === null) child.kill('SIGTERM')
}
