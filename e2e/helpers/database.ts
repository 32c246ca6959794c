import pg from 'pg'

/** As the owner, who can create triggers. */
export async function queryDatabase(sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: process.env['E2E_OWNER_URL'] })
  await client.connect()
  try {
    return (await client.query(sql, [...values])).rows
  } finally {
    await client.end()
  }
}
