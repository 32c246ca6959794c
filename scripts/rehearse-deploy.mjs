// npm run rehearse:deploy: builds the image and runs it, without Docker. Needs root, and of Debian buildah, crun, debootstrap and nginx. Takes about ten minutes.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { ensureInstalled, exitWithError, node, root } from './install-deps.mjs'

ensureInstalled()
// Older versions cannot import TypeScript.
if (Number(process.versions.node.split('.')[0]) < 24)
  process.exit(spawnSync(node, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1)
if (process.getuid?.() !== 0) exitWithError('The rehearsal needs root: it mounts folders.')
const folder = join(root, '.cache/rehearsal')
mkdirSync(folder, { recursive: true })

const { rehearseStandby } = await import('./deploy/rehearse-standby.mjs')
const { buildImage } = await import('./deploy/container.mjs')
const { rehearseImage } = await import('./deploy/rehearse-image.mjs')

const parts = {
  standby: (say) => rehearseStandby(folder, say),
  image: (say) => rehearseImage(buildImage(folder, say), folder, say),
}
const names = process.argv.slice(2)
for (const name of names.filter((each) => !(each in parts)))
  exitWithError(`Unknown part "${name}". Use one of: ${Object.keys(parts).join(', ')}.`)
for (const [name, rehearse] of Object.entries(parts)) {
  if (names.length > 0 && !names.includes(name)) continue
  try {
    await rehearse((sentence) => console.log(`${name}: ${sentence}`))
  } catch (error) {
    console.error(`FAIL ${name}: ${error.message}`)
    process.exitCode = 1
  }
}
