import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  findRunningDatabaseUrl,
  startEmbeddedPostgres,
} from '@tradefront/local-postgres/embedded-postgres'
import { LocalPostgresError } from '@tradefront/local-postgres/local-postgres-error'
import type { Role } from '@tradefront/local-postgres/roles'
import { StartupError } from '../config/startup-error.ts'

/** Starts PostgreSQL on the folder. @throws StartupError if another server owns the folder */
export function startLocalPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres(options).catch(throwStartupError)
}

/**
 * @returns null when no server runs on the folder
 * @throws StartupError when the folder has no database
 */
export function findRunningLocalDatabase(dataDir: string, role: Role): Promise<string | null> {
  return findRunningDatabaseUrl(dataDir, role).catch(throwStartupError)
}

function throwStartupError(error: unknown): never {
  throw error instanceof LocalPostgresError ? new StartupError(error.message) : error
}
