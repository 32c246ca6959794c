// Plain JavaScript, like the server's own main.mjs.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../../../../.cache/node'))

const { startDesk } = await import('./start-desk.ts')
await startDesk()
