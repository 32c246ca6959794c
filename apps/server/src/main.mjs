// Plain JavaScript: Node.js would load its compiler for the types of this one file, and keep it in memory ever after.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Before anything else is loaded: what was compiled and stripped of types once is read from there at the next start.
enableCompileCache(join(import.meta.dirname, '../../../.cache/node'))

const { start } = await import('./start.ts')
await start()
