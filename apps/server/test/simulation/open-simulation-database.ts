import { type Database, openDatabase } from '../../src/platform/database/database.ts'

/** Time limit of a statement, which waits for its turn: on a busy machine longer than a server would wait. */
const statementTimeoutMs = 120_000

export function openSimulationDatabase(url: string, maxConnections: number): Database {
  return openDatabase(url, { maxConnections, statementTimeoutMs })
}
