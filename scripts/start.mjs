// npm start: installs what is missing, then runs the sandbox, the server and the operators' desk.
import { join } from 'node:path'

import { ensureInstalled, ensureWebBuilt, root } from './install-deps.mjs'
import { runProcessGroup } from './process-group.mjs'
import { deskArgs, serverArgs } from './server-args.mjs'

ensureInstalled()
ensureWebBuilt()
runProcessGroup([{ args: [join(root, 'apps/sandbox/src/main.ts')] }, { args: serverArgs }, { args: deskArgs }])
