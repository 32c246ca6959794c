// npm start: installs what is missing, then runs the sandbox, the server and the operators' desk, or one of them with --only NAME.
import { join } from 'node:path'

import { ensureInstalled, ensureWebBuilt, exitWithError, root } from './install-deps.mjs'
import { parseOptions } from './options.mjs'
import { runProcessGroup } from './process-group.mjs'
import { deskArgs, serverArgs } from './server-args.mjs'

const programs = {
  sandbox: { args: [join(root, 'apps/sandbox/src/main.ts')] },
  server: { args: serverArgs },
  desk: { args: deskArgs },
}
const { only } = parseOptions({ only: 'string' }).values
if (only !== undefined && !(only in programs))
  exitWithError(`--only must be one of these: ${Object.keys(programs).join(', ')}.`)

ensureInstalled()
ensureWebBuilt()
runProcessGroup(only === undefined ? listPrograms() : [programs[only]])

function listPrograms() {
  const { DATABASE_URL, DESK_DATABASE_URL, NODE_ENV, ALLOW_SANDBOX = '0' } = process.env
  // Another PostgreSQL needs a role for the desk.
  const hasDesk = !DATABASE_URL || DESK_DATABASE_URL
  if (!hasDesk) console.log('The operators’ desk is not started: it needs DESK_DATABASE_URL.')
  // The server says what must be set instead.
  const hasSandbox = NODE_ENV !== 'production' || !['', '0'].includes(ALLOW_SANDBOX)
  return [...(hasSandbox ? [programs.sandbox] : []), programs.server, ...(hasDesk ? [programs.desk] : [])]
}
