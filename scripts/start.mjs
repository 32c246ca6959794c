// npm start: installs what is missing, starts the sandbox and the server, and stops both again.
import { join } from 'node:path'

import { ensureInstalled, ensureWebBuilt, root } from './install-deps.mjs'
import { runProcessGroup } from './process-group.mjs'

ensureInstalled()
ensureWebBuilt()
runProcessGroup([
  { args: [join(root, 'apps/sandbox/src/main.ts')] },
  { args: [join(root, 'apps/server/src/main.mjs')] },
])
