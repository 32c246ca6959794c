// Plain JavaScript, so that Node.js does not load its type stripper for this one file and keep it in memory.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// This comes before anything else is loaded: the next start reads compiled and stripped modules from this cache.
enableCompileCache(join(import.meta.dirname, '../../../.cache/node'))

const { start } = await import('./start.ts')
await start()
