// Checks migrations that are newer than the recorded release: servers of that release must go on working with the changed tables, so a
// migration only adds. Also part of `npm run check`.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { node, root } from './install-deps.mjs'

const migrations = 'apps/server/src/migrations'
/** Rules of Squawk about what breaks an older server, or blocks it for long. A line `-- squawk-ignore RULE` above a statement allows it. */
const rules = [
  'adding-field-with-default',
  'adding-foreign-key-constraint',
  'adding-not-nullable-field',
  'adding-required-field',
  'ban-drop-column',
  'ban-drop-database',
  'ban-drop-table',
  'ban-truncate-cascade',
  'changing-column-type',
  'constraint-missing-not-valid',
  'renaming-column',
  'renaming-table',
]

/** Whether Squawk has a program for this machine. */
export const hasSquawk = existsSync(join(root, `node_modules/@squawk-cli/${process.platform}-${process.arch}`))

/**
 * Lists what is wrong.
 * @param folder of the project @param commit of the release. Null: there was none, and nothing is checked
 */
export function checkMigrations(folder, commit) {
  if (commit === null) return []
  const listed = git(folder, 'ls-tree', '--name-only', commit, `${migrations}/`)
  if (listed === null) return [`The commit ${commit} of the release is not in this copy of the history: fetch it.`]
  const released = listed.split('\n').filter((name) => name.endsWith('.sql'))
  const changed = (git(folder, 'diff', '--name-only', commit, '--', ...released) ?? '').split('\n').filter(Boolean)
  const present = readdirSync(join(folder, migrations))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => `${migrations}/${name}`)
  const added = present.filter((name) => !released.includes(name))
  return [
    ...changed.map((name) => `${name} was released and must not change: add a migration.`),
    ...(added.length === 0 ? [] : lintFiles(folder, added)),
  ]
}

function lintFiles(folder, files) {
  if (!hasSquawk) {
    console.log('Skipped: Squawk has no program for this machine.')
    return []
  }
  const squawk = join(root, 'node_modules/squawk-cli/js/bin/squawk')
  const { stdout, stderr } = spawnSync(node, [squawk, '--reporter', 'json', ...files], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (!stdout.startsWith('[')) return [`The migrations could not be read: ${stderr.trim() || stdout.trim()}`]
  return JSON.parse(stdout)
    .filter(({ rule_name: rule, level }) => level === 'Error' || rules.includes(rule))
    .map(({ file, line, rule_name: rule, message }) => `${file}:${line + 1} ${rule}: ${message}`)
}

function git(folder, ...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

if (import.meta.filename === process.argv[1]) {
  const { commit } = JSON.parse(readFileSync(join(root, 'scripts/release.json'), 'utf8'))
  const problems = checkMigrations(root, commit)
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
