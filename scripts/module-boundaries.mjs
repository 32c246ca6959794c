// npm run check: checks that each table is only used by its owning module, in TypeScript and in SQL, and that the server's modules have no
// import cycle.
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

import { findForeignWrites } from './foreign-writes.mjs'
import { root as projectRoot } from './install-deps.mjs'

const builderTable = /\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|using|\w*[jJ]oin)\(\s*\[?['"`](\w+)/g
const sqlTable = /\b(?:from|join|into|update|using)\s+(?:only\s+)?(\w+)/gi

/**
 * Reads the owners of tables. A migration declares `-- owner: <module>` above each `create table` and `create view`. Any module can read
 * views.
 */
function readTableOwners(root) {
  const owners = new Map()
  const problems = []
  for (const file of listFiles(join(root, 'apps/server/src/migrations'), '.sql')) {
    const sql = readFileSync(file, 'utf8')
    for (const [, owner, kind, name] of sql.matchAll(/(?:^-- owner: ([\w-]+)\n)?^create (table|view) (\w+)/gm)) {
      if (owner === undefined)
        problems.push(`the migration of ${name} needs the line "-- owner: <module>" above "create ${kind}"`)
      else if (kind === 'table') owners.set(name, owner)
    }
    if (/^create (or replace |constraint )?(function|trigger)/m.test(sql))
      problems.push(
        `${relative(root, file)} creates a function or a trigger: it belongs to the folder sql of its module`,
      )
  }
  return { owners, problems }
}

/** Finds the tables that a file uses by raw SQL and by Kysely. */
function findUsedTables(file) {
  const code = removeComments(readFileSync(file, 'utf8'))
  return [...code.matchAll(builderTable), ...code.matchAll(sqlTable)].map(([, table = '']) => table)
}

/** @returns one sentence for each use of a table by code that does not own it */
function findForeignTables(root = projectRoot) {
  const { owners, problems } = readTableOwners(root)
  const found = new Map()
  for (const file of listProductFiles(root)) {
    const user = getOwner(root, file)
    for (const table of findUsedTables(file)) {
      const owner = owners.get(table)
      if (owner !== undefined && owner !== user) {
        found.set(`${user} ${table}`, `${relative(root, file)} uses the table ${table}, which ${owner} owns`)
      }
    }
  }
  return [...problems, ...found.values(), ...findForeignWrites(root, owners)]
}

/** @returns one sentence for each import between modules that is part of a cycle */
function findModuleCycles(root = projectRoot) {
  const modules = join(root, 'apps/server/src/modules')
  const edges = new Map()
  for (const file of listProductFiles(root).filter((path) => path.startsWith(modules + sep))) {
    const from = getOwner(root, file)
    for (const [, path = ''] of removeComments(readFileSync(file, 'utf8')).matchAll(/from '([^']+)'/g)) {
      if (!path.startsWith('.')) continue
      const to = getOwner(root, join(file, '..', path))
      if (to !== from && join(file, '..', path).startsWith(modules + sep)) {
        edges.set(from, (edges.get(from) ?? new Set()).add(to))
      }
    }
  }
  const canReach = (from, target, seen = new Set()) =>
    [...(edges.get(from) ?? [])].some(
      (next) => next === target || (!seen.has(next) && canReach(next, target, seen.add(next))),
    )
  const found = new Map()
  for (const [from, targets] of edges) {
    for (const to of targets) {
      if (canReach(to, from))
        found.set(`${from} -> ${to}`, `the module ${from} imports ${to}, which imports it in turn`)
    }
  }
  return [...found.values()]
}

/** Returns the module of a file. Without one, returns the folder below `apps/server/src`. */
function getOwner(root, file) {
  const [folder = '', module = ''] = relative(join(root, 'apps/server/src'), file).split(sep)
  return folder === 'modules' ? module : folder
}

/** Lists the files without tests, test helpers and the demo data, which fills every table. */
function listProductFiles(root) {
  const folder = join(root, 'apps/server/src')
  return listFiles(folder, '.ts').filter((file) => {
    const path = relative(folder, file)
    return !/\.test\.ts$|^demo-(?:deposits|seed|statements)\.ts$/.test(path.split(sep).join('/'))
  })
}

function listFiles(folder, ending) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
}

function removeComments(code) {
  return code.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
}

if (import.meta.filename === process.argv[1]) {
  const problems = [...findForeignTables(process.cwd()), ...findModuleCycles(process.cwd())]
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
