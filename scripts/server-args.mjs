import { join } from 'node:path'

import { root } from './install-deps.mjs'

/** Without this option the part of the heap for new objects grows to three times 32 MB, although few of them outlive a request. */
export const semiSpaceOption = '--max-semi-space-size=4'

/** Arguments for Node.js that start the server. */
export const serverArgs = [semiSpaceOption, join(root, 'apps/server/src/main.mjs')]

/** Arguments for Node.js that start the operators' desk. */
export const deskArgs = [semiSpaceOption, join(root, 'apps/server/src/desk/main.mjs')]
