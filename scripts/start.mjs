// npm start: installs what is missing, starts the sandbox and the server, and stops both again.
import { join } from 'node:path'

import { ensureInstalled, ensureWebBuilt, root } from './ensure.mjs'
import { runTogether } from './together.mjs'

ensureInstalled()
ensureWebBuilt()
runTogether([{ args: [join(root, 'apps/sandbox/src/main.ts')] }, { args: [join(root, 'apps/server/src/main.mjs')] }])
