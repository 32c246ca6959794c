import type pg from 'pg'

type Names = { readonly owner: string; readonly names: readonly string[] }

const heading = `// Written from the catalog of the database by npm run generate:schema.
`

/** Writes the types of names by which code can know what a statement has violated. */
export async function describeConstraints(client: pg.ClientBase): Promise<string> {
  const tables = await readNames(client, tableQuery)
  const functions = await readNames(client, functionQuery)
  return `${heading}
/** Constraints and unique indexes, by table. */
export type TableConstraints = {
${describeMembers(tables)}
}

/** Names that functions raise, by function. A function for several triggers raises the name of the trigger. */
export type RaisedConstraints = {
${describeMembers(functions)}
}

export type ConstraintName =
  TableConstraints[keyof TableConstraints] | RaisedConstraints[keyof RaisedConstraints]
`
}

function describeMembers(members: readonly Names[]): string {
  return members
    .map(({ owner, names }) => `  readonly ${owner}:\n${names.map((name) => `    | '${name}'`).join('\n')}`)
    .join('\n')
}

async function readNames(client: pg.ClientBase, query: string): Promise<Names[]> {
  return (await client.query<Names>(query)).rows
}

const tableQuery = `
  select c.relname::text as owner, array_agg(k.name order by k.name) as names
    from pg_class c join (
      select conrelid as "table", conname::text as name from pg_constraint where contype not in ('n', 't')
      union
      select indrelid, indexrelid::regclass::text from pg_index where indisunique) k on k."table" = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relname not in ('migrations', 'repeatable_sql')
   group by c.relname order by c.relname`

/** A name that is only known when the function runs, as that of a fault of a withdrawal, is left out: it means a bug. */
const functionQuery = String.raw`
  select p.proname::text as owner, array_agg(distinct raised.name order by raised.name) as names
    from pg_proc p, lateral (
      select name from regexp_matches(p.prosrc, 'constraint = ''(\w+)''', 'g') found, unnest(found) as name
      union
      select tgname::text from pg_trigger where tgfoid = p.oid and p.prosrc ~ 'constraint = tg_name') raised
   where p.pronamespace = 'public'::regnamespace
   group by p.proname order by p.proname`
