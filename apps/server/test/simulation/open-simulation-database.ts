import { type Database, openDatabase } from '../../src/platform/database/database.ts'

/** A statement waits for its turn, which on a busy machine takes longer than a server would wait. */
const statementTimeoutMs = 120_000

export function openSimulationDatabase(url: string, maxConnections: number): Database {
  return openDatabase(url, { maxConnections, statementTimeoutMs })
}
