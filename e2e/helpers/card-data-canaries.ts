import { readFileSync } from 'node:fs'

import pg from 'pg'

/** The security code that every test types: four digits, so that it is not found by chance. */
export const canaryCode = '8051'

export const testCards = {
  approves: '4242424242424242',
  mastercard: '5555555555554444',
  declines: '4000000000000002',
  bad: '4100000000000019',
  secure: '4000000000003220',
  secureDeclines: '4000008400001629',
  replyLost: '4000009900005011',
  pending: '4000009900005052',
  lateSuccess: '4000009900005060',
} as const

/** Matches the code on its own: not within a number, an id or a time. */
const code = new RegExp(`(?<![0-9a-zA-Z.:_-])${canaryCode}(?![0-9a-zA-Z.:_-])`)

/** Returns the names of the card data that a text contains, never the data itself. */
export function findCanariesInText(text: string): string[] {
  const digits = text.replaceAll(/(?<=\d)[ -](?=\d)/g, '')
  const numbers = Object.entries(testCards).flatMap(([name, number]) =>
    digits.includes(number) ? [`card ${name}`] : [],
  )
  return code.test(text) ? [...numbers, 'security code'] : numbers
}

/** Looks through every row of every table and the whole log of the server. */
export async function findStoredCanaries(databaseUrl: string, log: string): Promise<string[]> {
  const found = findCanariesInText(readFileSync(log, 'utf8')).map((what) => `${what} in the log`)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
         -- Prices are whole points there, and one can look like the code.
         and table_name <> 'signals'`,
    )
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      const kinds = new Set(rows.flatMap(({ row }) => findCanariesInText(row)))
      found.push(...[...kinds].map((what) => `${what} in table ${name}`))
    }
    if (tables.length < 15) found.push('hardly any tables: was this the right database?')
  } finally {
    await client.end()
  }
  return found
}
