// npm run generate: writes the lists of processors, languages and jobs, the steps of states in SQL, the rules for Prometheus, and the tables of the guides. With --check only names the stale files.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { replaceTable } from './generate/common.mjs'
import { describeAlerts } from './generate/alerts.mjs'
import { describeEnvironment } from './generate/environment.mjs'
import { describeOperatorActions } from './generate/operator-actions.mjs'
import { describeMetrics } from './generate/metrics.mjs'
import { describeModules } from './generate/modules.mjs'
import { describeLocales } from './generate/locales.mjs'
import { describeProcessors } from './generate/processors.mjs'
import { describeStateMachines } from './generate/state-machines.mjs'

// The root is that of this script, so that a test can run it in a copy.
const root = join(import.meta.dirname, '..')
const node = join(root, 'node_modules/.bin/node')
const isCheck = process.argv.includes('--check')

if (Number(process.versions.node.split('.')[0]) < 24) {
  // Older versions cannot import TypeScript.
  const { status } = spawnSync(node, [import.meta.filename, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exit(status ?? 1)
}

// Generators run one after the other: the last ones load code that imports the files of the first ones.
const generators = [
  describeLocales,
  describeProcessors,
  describeStateMachines,
  describeOperatorActions,
  describeEnvironment,
  describeModules,
  describeAlerts,
  describeMetrics,
]
for (const describe of generators) {
  const { files, tables } = await describe(root)
  for (const table of tables) files[table.path] = replaceTable(files[table.path] ?? readProjectFile(table.path), table)
  const stale = Object.entries(format(files)).filter(
    ([path, text]) => !existsSync(join(root, path)) || readProjectFile(path) !== text,
  )
  if (stale.length === 0) continue
  const paths = stale.map(([path]) => path).join(', ')
  console.log(`${isCheck ? 'Stale, run npm run generate' : 'Written'}: ${paths}`)
  if (isCheck) process.exit(1)
  for (const [path, text] of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

function readProjectFile(path) {
  return readFileSync(join(root, path), 'utf8')
}

/** Formats the files in a folder of its own, so that one run of the formatter is enough. */
function format(files) {
  const code = Object.entries(files).filter(([path]) => !/\.(?:md|sql)$/.test(path))
  if (code.length === 0) return files
  const folder = mkdtempSync(join(tmpdir(), 'tradefront-generate-'))
  try {
    copyFileSync(join(root, '.oxfmtrc.json'), join(folder, '.oxfmtrc.json'))
    for (const [path, text] of code) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const run = spawnSync(node, [join(root, 'node_modules/oxfmt/bin/oxfmt'), '.'], { cwd: folder, encoding: 'utf8' })
    if (run.status !== 0) throw new Error(`The generated files cannot be formatted: ${run.stderr}`)
    return {
      ...files,
      ...Object.fromEntries(code.map(([path]) => [path, readFileSync(join(folder, path), 'utf8')])),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
