// Part of npm run check: finds what triggers and functions of the database write.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const source = 'apps/server/src'
const writtenTable =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:public\.)?(\w+)/gi

/**
 * Finds functions that write tables of another module. The table of a trigger, the folder of its function and the tables that the function
 * writes must belong to one module. Work of another module is a function in its folder, which the statement that writes calls by name.
 * @param owners modules by table
 * @returns one sentence for each function that breaks this
 */
export function findForeignWrites(root, owners) {
  const functions = readFunctions(root)
  const found = []
  for (const { name, file, module, body, triggerTables } of functions.values()) {
    if (/\bexecute\b/.test(body)) found.push(`${file}: ${name} uses execute, which hides what it writes`)
    const written = [...findWrittenTables(functions, name)].filter((table) => owners.has(table))
    const isOwn = (table) => (owners.get(table) ?? module) === module
    if (written.length === 0 || [...written, ...triggerTables].every(isOwn)) continue
    const list = (tables) => [...new Set(tables)].map((table) => `${table} of ${owners.get(table)}`).join(', ')
    const cause = triggerTables.length === 0 ? '' : ` for a trigger on ${list(triggerTables)}`
    found.push(`${file}: ${name} of ${module} writes ${list(written)}${cause}`)
  }
  return found
}

/** @returns the functions of all files by name, with the tables that have a trigger which calls them */
function readFunctions(root) {
  const functions = new Map()
  const triggers = []
  for (const file of globSync('{modules/*,platform/database}/sql/*.sql', { cwd: join(root, source) })) {
    const sql = readFileSync(join(root, source, file), 'utf8').replaceAll(/--.*/g, '')
    const [folder, module] = file.split('/')
    for (const [, name, body] of sql.matchAll(/^create or replace function (\w+)([\s\S]*?)(?=^create |(?![\s\S]))/gm))
      functions.set(name, {
        name,
        file: `${source}/${file}`,
        module: folder === 'modules' ? module : folder,
        body: body.replaceAll(/'(?:[^']|'')*'/g, "''"),
        triggerTables: [],
      })
    for (const [, table, name] of sql.matchAll(
      /^create (?:constraint )?trigger \w+\s[^;]*?\son (\w+)\s[^;]*?\sexecute function (\w+)/gm,
    ))
      triggers.push({ table, name })
  }
  for (const { table, name } of triggers) functions.get(name)?.triggerTables.push(table)
  return functions
}

/**
 * Finds the tables that a function writes, also by functions that it calls. Those of the platform do not count: they are for all modules,
 * as its code is.
 */
function findWrittenTables(functions, name, seen = new Set()) {
  const body = functions.get(name)?.body
  if (body === undefined || seen.has(name)) return new Set()
  seen.add(name)
  const called = [...new Set(body.match(/\w+(?=\()/g))].filter(
    (other) => functions.has(other) && functions.get(other).module !== 'platform',
  )
  return new Set([
    ...[...body.matchAll(writtenTable)].map(([, table]) => table),
    ...called.flatMap((other) => [...findWrittenTables(functions, other, seen)]),
  ])
}
