// Brings what the project needs onto this machine. Runs on Node.js 20 and later, before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { browserPackages, findDebianBrowser } from './browser.mjs'

export const root = resolve(import.meta.dirname, '..')
/** Node.js 24, brought by npm: the one everything of the project runs on. */
export const node = join(root, 'node_modules/.bin/node')

/** Installs the packages when they are missing or older than the lock file. Ends the process with one sentence when it can't. */
export function ensureInstalled() {
  const marker = join(root, 'node_modules/.package-lock.json')
  const isStale = () =>
    !existsSync(marker) ||
    !existsSync(node) ||
    statSync(marker).mtimeMs < statSync(join(root, 'package-lock.json')).mtimeMs
  runOnceLocked(isStale, () => {
    console.log('Installing packages …')
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const done = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' })
    return done.status === 0 ? null : 'The packages could not be installed: see the lines above.'
  })
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? ''
  const requiredVersion = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node
  if (version !== `v${requiredVersion}`)
    exitWithError(`Node.js ${requiredVersion} is needed and npm brought ${version || 'none'}: run "npm ci" again.`)
}

/** Builds the web app when it was never built or something it is made of is newer. Ends the process when it can't. */
export function ensureWebBuilt() {
  // The last file that a build writes: one that broke off before it is made again.
  const built = join(root, 'apps/web/dist/.shells.json')
  const sources = ['apps/web', 'packages'].map((folder) => getNewestMtimeMs(join(root, folder)))
  const isStale = () => !existsSync(built) || statSync(built).mtimeMs < Math.max(...sources)
  runOnceLocked(isStale, () => {
    console.log('Building the web app …')
    const command = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']
    const done = spawnSync(node, command, { cwd: join(root, 'apps/web'), stdio: 'inherit' })
    return done.status === 0 ? null : 'The web app could not be built: see the lines above.'
  })
}

/** Brings a browser for the tests: Debian's own, or Playwright's. Ends the process with one sentence when neither can be had. */
export function ensureBrowser() {
  for (const name of browserPackages) {
    if (findDebianBrowser()?.endsWith(`/${name}`)) return
    if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) continue
    console.log(`Installing ${name} …`)
    const install = ['install', '--yes', '--no-install-recommends', name]
    const quiet = { cwd: root, stdio: 'ignore', timeout: 120_000 }
    if (spawnSync('apt-get', install, quiet).status !== 0) {
      spawnSync('apt-get', ['update'], quiet)
      spawnSync('apt-get', install, quiet)
    }
    if (findDebianBrowser() !== undefined) return
  }
  console.log('Installing the browser of Playwright …')
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  const done = spawnSync(node, [cli, 'install', 'chromium'], { cwd: root, stdio: 'inherit' })
  if (done.status !== 0)
    exitWithError('There is no browser for the tests: install chromium, or let Playwright install its own.')
}

/**
 * Does `work` where it `isNeeded`; of two commands at once one does it and the other waits. `work` gives a sentence when it has
 * failed, which ends the process.
 */
export function runOnceLocked(isNeeded, work, lock = join(root, '.cache/install-deps.lock')) {
  if (!isNeeded()) return
  mkdirSync(dirname(lock), { recursive: true })
  while (!tryAcquireLock(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  const problem = isNeeded() ? work() : null
  rmSync(lock, { force: true })
  if (problem !== null) exitWithError(problem)
}

/** Whether this process holds the lock now; one whose holder is gone is taken away first. */
function tryAcquireLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    try {
      process.kill(Number(readFileSync(lock, 'utf8')) || 0, 0)
    } catch (error) {
      if (error.code === 'ESRCH') rmSync(lock, { force: true })
    }
    return false
  }
}

/** When anything below a folder was last changed, ms; what is built or installed there does not count. */
function getNewestMtimeMs(folder) {
  const skipped = new Set(['dist', 'node_modules', '.tsbuild'])
  const times = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !skipped.has(name))
    .map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? getNewestMtimeMs(path) : statSync(path).mtimeMs
    })
  return Math.max(0, ...times)
}

/** Ends the process with one sentence. */
export function exitWithError(sentence) {
  console.error(sentence)
  process.exit(1)
}
