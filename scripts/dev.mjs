import { join } from 'node:path'

import { ensureInstalled, root } from './install-deps.mjs'
import { runProcessGroup } from './process-group.mjs'

ensureInstalled()
const port = Number(process.env['PORT'] ?? 3000)
const webPort = Number(process.env['WEB_PORT'] ?? 5173)
// Browsers use the web app's development server, which forwards calls, so processors must redirect there.
const publicUrl = `http://127.0.0.1:${webPort}`

console.log(`The app is at ${publicUrl}/en/trading as soon as the server below is ready.`)
runProcessGroup([
  { args: ['--watch', '--watch-preserve-output', join(root, 'apps/sandbox/src/main.ts')] },
  {
    args: ['--watch', '--watch-preserve-output', join(root, 'apps/server/src/main.mjs')],
    env: { PORT: String(port), PUBLIC_URL: publicUrl },
  },
  {
    args: [
      join(root, 'node_modules/vite/bin/vite.js'),
      '--host',
      '127.0.0.1',
      '--port',
      String(webPort),
      '--strictPort',
    ],
    env: { DEV_SERVER_URL: `http://127.0.0.1:${port}` },
    cwd: join(root, 'apps/web'),
  },
])
