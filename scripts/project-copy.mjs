import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const skippedFolders = new Set(['node_modules', '.tsbuild', 'dist', '.cache', '.data'])
const copiedPaths = [
  'apps',
  'packages',
  'e2e',
  'bench',
  'scripts',
  'docs',
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'oxlint.config.ts',
  'knip.json',
  'vitest.config.ts',
  '.oxfmtrc.json',
  '.gitignore',
]

/**
 * Creates a copy of the project. Our own packages are those of the copy, others are links.
 * @returns {string} the folder of the copy
 */
export function createProjectCopy() {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'tradefront-copy-')))
  for (const name of copiedPaths) {
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (from) => !skippedFolders.has(basename(from)),
    })
  }
  mkdirSync(join(copy, 'node_modules/@tradefront'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@tradefront') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  for (const folder of ['apps', 'packages']) {
    for (const name of readdirSync(join(copy, folder))) {
      symlinkSync(join(copy, folder, name), join(copy, 'node_modules/@tradefront', name))
      const ownModules = join(root, folder, name, 'node_modules')
      if (existsSync(ownModules)) symlinkSync(ownModules, join(copy, folder, name, 'node_modules'))
    }
  }
  return copy
}
