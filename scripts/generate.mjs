// npm run generate: writes the lists of processors and languages from their folders. With --check only names the stale files.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describeLocales } from './generate/locales.mjs'
import { describeProcessors } from './generate/processors.mjs'

// Its own root, so that a test can run it in a copy.
const root = join(import.meta.dirname, '..')
const node = join(root, 'node_modules/.bin/node')
const isCheck = process.argv.includes('--check')

if (Number(process.versions.node.split('.')[0]) < 24) {
  // Older versions cannot import TypeScript.
  const { status } = spawnSync(node, [import.meta.filename, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exit(status ?? 1)
}

const files = { ...describeLocales(root), ...(await describeProcessors(root)) }
const stale = []
for (const [path, text] of Object.entries(files)) {
  const formatted = format(path, text)
  if (existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8') === formatted) continue
  stale.push(path)
  if (!isCheck) writeFileSync(join(root, path), formatted)
}
if (stale.length > 0) console.log(`${isCheck ? 'Stale, run npm run generate' : 'Written'}: ${stale.join(', ')}`)
if (isCheck && stale.length > 0) process.exit(1)

function format(path, text) {
  if (path.endsWith('.md')) return text
  const formatter = join(root, 'node_modules/oxfmt/bin/oxfmt')
  const run = spawnSync(node, [formatter, '--stdin-filepath', path], { cwd: root, input: text, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`${path} cannot be formatted: ${run.stderr}`)
  return run.stdout
}
