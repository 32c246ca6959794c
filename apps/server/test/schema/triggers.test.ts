import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'

import { createTestDatabase } from '../fixtures/database/test-database.ts'

type Trigger = {
  readonly name: string
  readonly table: string
  readonly when: string
  readonly definition: string
  readonly function: string
}

/**
 * Finds triggers whose order matters. PostgreSQL runs the triggers of one table, time and event in the order of their names. No result can
 * depend on it if none reads or writes what another one writes: a table, or a column of the new row.
 */
function findOrderedTriggers(triggers: readonly Trigger[], bodies: ReadonlyMap<string, string>): string[] {
  const readBody = (name: string, seen = new Set<string>()): string => {
    if (seen.has(name)) return ''
    seen.add(name)
    const body = (bodies.get(name) ?? '').replaceAll(/--.*|'(?:[^']|'')*'/g, '')
    return [
      body,
      ...[...bodies.keys()].filter((other) => body.includes(`${other}(`)).map((other) => readBody(other, seen)),
    ].join('\n')
  }
  const all = triggers.map((trigger) => {
    const body = readBody(trigger.function)
    const writes = /\b(?:insert into|(?<!do )update|delete from|merge into) (\w+)|\b(new\.\w+) :=|\binto (new\.\w+)/g
    const written = [...body.matchAll(writes)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
    return { ...trigger, text: `${trigger.definition} ${body}`, written }
  })
  return all.flatMap((one) =>
    all
      .filter((other) => other !== one && other.when === one.when)
      .flatMap((other) =>
        one.written
          .filter((what) => new RegExp(`\\b${what}\\b`).test(other.text))
          .map((what) => `${other.name} uses ${what}, which ${one.name} writes`),
      ),
  )
}

/** Reads one row for each event of a trigger. Deferred ones run at commit. */
const selectTriggers = `
  select t.tgname as name, t.tgrelid::regclass::text as table, p.proname as function, pg_get_triggerdef(t.oid) as definition,
         concat_ws(' ', t.tgrelid::regclass, event.name, t.tgtype & 1, t.tgtype & 2, t.tginitdeferred) as when
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    join (values (4, 'insert'), (8, 'delete'), (16, 'update'), (32, 'truncate')) as event(bit, name) on t.tgtype & event.bit <> 0
   where not t.tgisinternal and t.tgrelid::regclass::text not like 'pgboss.%'`

describe('triggers', () => {
  let triggers: readonly Trigger[]
  let bodies: ReadonlyMap<string, string>

  beforeAll(async () => {
    const database = await createTestDatabase()
    const client = new pg.Client({ connectionString: database.ownerUrl })
    try {
      await client.connect()
      triggers = (await client.query<Trigger>(selectTriggers)).rows
      const functions = await client.query<{ name: string; body: string }>(
        `select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace`,
      )
      bodies = new Map(functions.rows.map(({ name, body }) => [name, body]))
    } finally {
      await client.end()
      await database.drop()
    }
  })

  test('no trigger depends on the order of names in which PostgreSQL runs triggers', () => {
    expect(triggers.length).toBeGreaterThan(100)
    expect(findOrderedTriggers(triggers, bodies)).toEqual([])
    const [trigger] = triggers
    if (trigger === undefined) throw new Error('no triggers')
    const planted = [
      { ...trigger, name: 'first', function: 'count_lines' },
      { ...trigger, name: 'second', function: 'check_count' },
    ]
    const plantedBodies = new Map([
      ['count_lines', 'update line_counts set count = count + 1'],
      ['check_count', 'perform find_count()'],
      ['find_count', 'select count from line_counts'],
    ])
    expect(findOrderedTriggers(planted, plantedBodies)).toEqual(['second uses line_counts, which first writes'])
  })

  test('the name of a trigger begins with its table', () => {
    expect(triggers.filter(({ name, table }) => !name.startsWith(`${table}_`))).toEqual([])
  })

  test('a function that only triggers call is named like one of them, except those of the platform', () => {
    const names = new Set(triggers.map(({ name }) => name))
    const others = new Set(triggers.map((trigger) => trigger.function).filter((name) => !names.has(name)))
    expect([...others].toSorted()).toEqual([
      'refuse_change',
      'refuse_fixed',
      'refuse_in_quarantine',
      'refuse_server',
      'refuse_step',
      'tell_desk',
    ])
  })
})
