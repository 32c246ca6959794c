// npm start: installs what is missing, then runs the sandbox, the server and the operators' desk.
import { join } from 'node:path'

import { ensureInstalled, ensureWebBuilt, root } from './install-deps.mjs'
import { runProcessGroup } from './process-group.mjs'
import { deskArgs, serverArgs } from './server-args.mjs'

ensureInstalled()
ensureWebBuilt()
// Another PostgreSQL needs a role for the desk.
const hasDesk = !process.env['DATABASE_URL'] || process.env['DESK_DATABASE_URL']
if (!hasDesk) console.log('The operators’ desk is not started: it needs DESK_DATABASE_URL.')
runProcessGroup([
  { args: [join(root, 'apps/sandbox/src/main.ts')] },
  { args: serverArgs },
  ...(hasDesk ? [{ args: deskArgs }] : []),
])
