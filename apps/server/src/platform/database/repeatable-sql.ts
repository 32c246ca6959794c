import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type pg from 'pg'

/** A file of functions with the triggers and views that call them. It is run again whenever its text has changed. */
export type RepeatableFile = {
  /** Path in the source folder. */
  readonly path: string
  readonly sql: string
  readonly hash: string
  /** Objects that the file creates, in the words of `drop`, e.g. `trigger deposits_fixed on deposits`. */
  readonly objects: readonly string[]
}

const table = 'repeatable_sql'
const statementPattern =
  /^create (?:or replace (function|view) (\w+)|(?:constraint )?trigger (\w+)\s[\s\S]*?\son (\w+)\s)/

/**
 * Reads the files of `platform/database/sql`, then those of the modules, in the order of their names. A function or view that another file
 * of the list calls must come first only if PostgreSQL binds it at creation: that is so for views and for functions in SQL, not in
 * PL/pgSQL.
 */
export function readRepeatableFiles(sourceFolder: string): RepeatableFile[] {
  const paths = ['platform/database/sql/*.sql', 'modules/*/sql/*.sql'].flatMap((pattern) =>
    globSync(pattern, { cwd: sourceFolder }).toSorted(),
  )
  return paths.map((path) => {
    const sql = readFileSync(join(sourceFolder, path), 'utf8')
    const hash = createHash('sha256').update(sql).digest('base64url').slice(0, 16)
    return { path, sql, hash, objects: listObjects(path, sql) }
  })
}

/** Lists the objects that a file creates. @throws if the file has another statement: nothing would undo it when the file is removed */
function listObjects(path: string, sql: string): string[] {
  const statements = sql
    .replaceAll(/--.*|(\$\w*\$)[\s\S]*?\1/g, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  return statements.map((statement) => {
    const [, kind, name, trigger, triggerTable] = statementPattern.exec(statement) ?? []
    if (kind !== undefined) return `${kind} ${name}`
    if (trigger !== undefined) return `trigger ${trigger} on ${triggerTable}`
    throw new Error(`${path} can only "create or replace" functions and views, and create triggers`)
  })
}

/** Returns true if the database was made by other files, or a migration has dropped something that they have created. */
export async function hasPendingRepeatables(client: pg.ClientBase, files: readonly RepeatableFile[]): Promise<boolean> {
  const { changed, removed } = await compareWithDatabase(client, files)
  return changed.length > 0 || removed.length > 0
}

/** Runs the files that have changed, within the caller's transaction. @returns the paths of the files that were run or have been removed */
export async function applyRepeatables(client: pg.ClientBase, files: readonly RepeatableFile[]): Promise<string[]> {
  await client.query(
    `create table if not exists ${table} (path text primary key, hash text not null, objects text[] not null)`,
  )
  const { changed, removed, stored, existing } = await compareWithDatabase(client, files)
  const wanted = new Set(files.flatMap(({ objects }) => objects))
  const obsolete = [...removed, ...changed]
    .flatMap(({ path }) => stored.get(path)?.objects ?? [])
    .filter((object) => !wanted.has(object))
  const isTrigger = (object: string) => object.startsWith('trigger ')
  // Triggers cannot be replaced, and depend on their functions.
  const drops = [
    ...[...obsolete, ...changed.flatMap(({ objects }) => objects)].filter(isTrigger),
    ...obsolete.filter((object) => !isTrigger(object)).toReversed(),
  ]
  for (const object of drops.filter((each) => existing.has(each))) await client.query(`drop ${object}`)
  for (const { path, sql, hash, objects } of changed) {
    await client.query(sql).catch((error: unknown) => {
      throw new Error(`${path}: ${error instanceof Error ? error.message : 'unknown'}`)
    })
    await client.query(
      `insert into ${table} (path, hash, objects) values ($1, $2, $3)
       on conflict (path) do update set hash = excluded.hash, objects = excluded.objects`,
      [path, hash, objects],
    )
  }
  await client.query(`delete from ${table} where path = any($1)`, [removed.map(({ path }) => path)])
  await refuseSecondFunctions(client)
  return [...changed, ...removed].map(({ path }) => path)
}

/** Refuses two functions of one name: "create or replace" with other arguments leaves the old one, and a call can mean either. */
async function refuseSecondFunctions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = current_schema()::regnamespace group by proname having count(*) > 1`,
  )
  if (rows[0] !== undefined) throw new Error(`the function ${rows[0].name} has new arguments: it needs a new name`)
}

type StoredFile = Pick<RepeatableFile, 'path' | 'hash' | 'objects'>

async function compareWithDatabase(client: pg.ClientBase, files: readonly RepeatableFile[]) {
  const existing = await readExistingObjects(client)
  const stored = await readStoredFiles(client)
  const paths = new Set(files.map(({ path }) => path))
  return {
    existing,
    stored,
    changed: files.filter(
      ({ path, hash, objects }) => stored.get(path)?.hash !== hash || objects.some((object) => !existing.has(object)),
    ),
    removed: [...stored.values()].filter(({ path }) => !paths.has(path)),
  }
}

async function readStoredFiles(client: pg.ClientBase): Promise<Map<string, StoredFile>> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('${table}') is not null as exists`,
  )
  if (tables[0]?.exists !== true) return new Map()
  const { rows } = await client.query<StoredFile>(`select path, hash, objects from ${table}`)
  return new Map(rows.map((file) => [file.path, file]))
}

async function readExistingObjects(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ object: string }>(
    `select 'function ' || proname as object from pg_proc where pronamespace = current_schema()::regnamespace
     union all
     select 'view ' || relname from pg_class where relkind = 'v' and relnamespace = current_schema()::regnamespace
     union all
     select 'trigger ' || tgname || ' on ' || relname from pg_trigger join pg_class c on c.oid = tgrelid
      where not tgisinternal and relnamespace = current_schema()::regnamespace`,
  )
  return new Set(rows.map(({ object }) => object))
}
