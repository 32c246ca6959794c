// Installs what the project needs. Runs on Node.js 20 and later, before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { browserPackages, findDebianBrowser, fullBrowserPath } from './browser.mjs'

export const root = resolve(import.meta.dirname, '..')
/** Path of Node.js 24 from npm, which runs everything else. */
export const node = join(root, 'node_modules/.bin/node')

/** Installs the packages if they are missing. Exits with one sentence on failure. */
export function ensureInstalled() {
  const marker = join(root, 'node_modules/.package-lock.json')
  const isStale = () =>
    !existsSync(marker) ||
    !existsSync(node) ||
    statSync(marker).mtimeMs < statSync(join(root, 'package-lock.json')).mtimeMs
  runOnceLocked(isStale, () => {
    console.log('Installing packages …')
    // Older versions of npm know no `allowScripts`. Scripts of other packages would need a compiler.
    const isInstalled =
      runNpm('ci', '--no-audit', '--no-fund', '--ignore-scripts') &&
      runNpm('rebuild', '--ignore-scripts=false', ...listPackagesWithScripts())
    return isInstalled ? null : 'The packages could not be installed: see the messages above.'
  })
  configureGit()
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? ''
  const requiredVersion = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.node
  if (version !== `v${requiredVersion}`)
    exitWithError(`Node.js ${requiredVersion} is needed, but npm installed ${version || 'none'}: run "npm ci" again.`)
}

/** Sets the hooks of git. Does nothing in an export of the repository, which has no git. */
function configureGit() {
  if (!existsSync(join(root, '.git'))) return
  const settings = { 'core.hooksPath': 'scripts/hooks', 'blame.ignoreRevsFile': '.git-blame-ignore-revs' }
  for (const entry of Object.entries(settings)) spawnSync('git', ['config', ...entry], { cwd: root })
}

function runNpm(...parameters) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  return spawnSync(npm, [...parameters, '--loglevel=error'], { cwd: root, stdio: 'inherit' }).status === 0
}

/** Lists packages of this platform that have scripts. */
function listPackagesWithScripts() {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys(allowScripts).filter((name) => existsSync(join(root, 'node_modules', name)))
}

/** Builds the web app if it is missing. Exits with one sentence on failure. */
export function ensureWebBuilt() {
  // A build writes these files last, so an interrupted build is repeated.
  const built = ['dist-desk/desk.html', 'dist/.shells.json'].map((file) => join(root, 'apps/web', file))
  const sources = ['apps/web', 'packages'].map((folder) => getNewestMtimeMs(join(root, folder)))
  const isStale = () => built.some((file) => !existsSync(file) || statSync(file).mtimeMs < Math.max(...sources))
  runOnceLocked(isStale, () => {
    console.log('Building the web app …')
    const command = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']
    for (const options of [['--config', 'vite.desk.config.ts'], []]) {
      const done = spawnSync(node, [...command, ...options], { cwd: join(root, 'apps/web'), stdio: 'inherit' })
      if (done.status !== 0) return 'The web app could not be built: see the messages above.'
    }
    return null
  })
}

/** Installs Debian's browser, else Playwright's. Exits with one sentence on failure. */
export function ensureBrowser() {
  for (const name of browserPackages) {
    if (findDebianBrowser()?.endsWith(`/${name}`)) return
    installDebianPackage(name)
    if (findDebianBrowser() !== undefined) return
  }
  console.log('Installing the browser of Playwright …')
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  const install = spawnSync(node, [cli, 'install', 'chromium'], { cwd: root, stdio: 'inherit' })
  if (install.status !== 0) exitWithError('The tests need a browser: install chromium.')
}

/** Installs a full browser, for Lighthouse. Exits with one sentence on failure. */
export function ensureFullBrowser() {
  if (!existsSync(fullBrowserPath) && !process.env['CHROME_PATH']) installDebianPackage('chromium')
  if (!existsSync(fullBrowserPath) && !process.env['CHROME_PATH'])
    exitWithError('Lighthouse needs a full browser: install chromium, or set CHROME_PATH to a Chrome or Chromium.')
}

/** Installs a package. Does nothing without apt-get or root. */
function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${name} …`)
  const install = ['install', '--yes', '--no-install-recommends', name]
  const options = { cwd: root, stdio: 'ignore', timeout: 120_000 }
  if (spawnSync('apt-get', install, options).status === 0) return
  spawnSync('apt-get', ['update'], options)
  spawnSync('apt-get', install, options)
}

/**
 * Runs `work` if it is needed. If two commands run at once, one works and the other waits. If `work` returns an error message, the process
 * exits with it.
 */
export function runOnceLocked(isNeeded, work, lock = join(root, '.cache/install-deps.lock')) {
  if (!isNeeded()) return
  mkdirSync(dirname(lock), { recursive: true })
  while (!tryAcquireLock(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  const problem = isNeeded() ? work() : null
  rmSync(lock, { force: true })
  if (problem !== null) exitWithError(problem)
}

/** Tries to get the lock. Removes one whose holder has ended. */
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

/** Returns the newest time of a file, without build results and packages. */
function getNewestMtimeMs(folder) {
  const skipped = new Set(['dist', 'dist-desk', 'node_modules', '.tsbuild'])
  const times = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !skipped.has(name))
    .map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? getNewestMtimeMs(path) : statSync(path).mtimeMs
    })
  return Math.max(0, ...times)
}

export function exitWithError(sentence) {
  console.error(sentence)
  process.exit(1)
}
