// The program of the process that draws one file. Plain JavaScript, so that Node.js does not load its type stripper.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// This cache is shared with the server.
enableCompileCache(join(import.meta.dirname, '../../../../../../.cache/node'))

const { drawFile } = await import('./draw-file.ts')
await drawFile(process.argv)
