import type pg from 'pg'

import { StartupError } from '../config/startup-error.ts'

/** The lowest version that the tests run on: that of packages/local-postgres. */
export const lowestPostgresVersion = 18

/** @throws StartupError with an older PostgreSQL */
export async function refuseOldPostgres(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const version = rows[0]?.server_version.split(' ')[0] ?? 'unknown'
  if (!(Number.parseInt(version) >= lowestPostgresVersion))
    throw new StartupError(
      `The database runs PostgreSQL ${version}: Tradefront needs version ${lowestPostgresVersion} or later.`,
    )
}
