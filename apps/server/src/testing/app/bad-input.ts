import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { TestClient, TestReply } from './test-client.ts'

export type BadInput = {
  readonly description: string
  readonly send: (client: TestClient, path: string) => Promise<TestReply>
}

const json = 'application/json'

/**
 * Every call must answer these with a 4xx.
 * @param valid null for a call without fields
 */
export function createBadInputs(valid: Readonly<Record<string, unknown>> | null): BadInput[] {
  const raw = (description: string, payload: string, contentType = json): BadInput => ({
    description,
    send: (client, url) => client.send({ method: 'POST', url, payload, headers: { 'content-type': contentType } }),
  })
  const body = (what: string, value: unknown) => raw(what, JSON.stringify(value))
  const values: [string, string][] = [
    ['null', 'null'],
    ['a list', '[]'],
    ['an object', '{"a":1}'],
    ['an empty text', '""'],
    ['a text of 60,000', JSON.stringify('x'.repeat(60_000))],
    ['control characters', '"\\u0000\\u0007"'],
    ['NaN', 'NaN'],
    ['1e309', '1e309'],
    ['-1', '-1'],
    ['1e300', '1e300'],
    ['0.1', '0.1'],
  ]
  const fields = Object.keys(valid ?? {})
  const replaceField = (field: string, value: string) => {
    const marked = JSON.stringify({ ...valid, [field]: '<here>' })
    return marked.replace('"<here>"', value)
  }
  return [
    body('an unknown field', { ...valid, unknown_field: 1 }),
    raw('__proto__', `{"__proto__":{"admin":1}${fields.length > 0 ? `,${JSON.stringify(valid).slice(1)}` : '}'}`),
    raw('constructor.prototype', '{"constructor":{"prototype":{"admin":1}}}'),
    body('a list', [valid]),
    body('a number', 7),
    body('a text', 'text'),
    raw('broken JSON', '{"amount":'),
    raw('nesting 100,000 deep', '['.repeat(100_000) + ']'.repeat(100_000)),
    raw('nesting 30,000 deep', '['.repeat(30_000) + ']'.repeat(30_000)),
    raw('objects nested 9,000 deep', `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`),
    raw('10 MB', JSON.stringify({ ...valid, big: 'x'.repeat(10_000_000) })),
    raw('plain text', JSON.stringify(valid ?? {}), 'text/plain'),
    raw('XML', '<amount>1</amount>', 'application/xml'),
    raw('a form', new URLSearchParams({ a: '1' }).toString(), 'application/x-www-form-urlencoded'),
    ...fields.map((field) =>
      body(`no ${field}`, Object.fromEntries(Object.entries(valid ?? {}).filter(([key]) => key !== field))),
    ),
    ...fields.flatMap((field) => values.map(([name, value]) => raw(`${field} = ${name}`, replaceField(field, value)))),
  ]
}

export async function countRows(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; n: number }>`
    select table_name as name,
           (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', table_name), false, true, '')))[1]::text::int as n
      from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}
