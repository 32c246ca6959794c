// Brings what the project needs onto this machine. Runs on Node.js 20 and later, before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')
/** Node.js 24, brought by npm: the one everything of the project runs on. */
export const node = join(root, 'node_modules/.bin/node')

/** Installs the packages when they are missing or older than the lock file. Ends the process with one sentence when it can't. */
export function ensureInstalled() {
  const marker = join(root, 'node_modules/.package-lock.json')
  const stale = !existsSync(marker) || statSync(marker).mtimeMs < statSync(join(root, 'package-lock.json')).mtimeMs
  if (stale || !existsSync(node)) {
    console.log('Installing packages …')
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const done = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' })
    if (done.status !== 0) fail('The packages could not be installed: see the lines above.')
  }
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? ''
  const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node
  if (version !== `v${wanted}`)
    fail(`Node.js ${wanted} is needed and npm brought ${version || 'none'}: run "npm ci" again.`)
}

/** Ends the process with one sentence. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
