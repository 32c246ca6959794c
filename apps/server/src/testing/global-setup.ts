import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { startTestPostgres } from './database/test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL, for `createTestDatabase`. */
    postgresUrl: string
  }
}

/** Vitest's global set-up: one PostgreSQL for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const statements = mkdtempSync(join(tmpdir(), 'tradefront-statements-'))
  // Read by record-statements.ts. The first project's folder serves all.
  process.env['STATEMENTS_FOLDER'] ??= statements
  const postgres = await startTestPostgres()
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    rmSync(statements, { recursive: true, force: true })
  }
}
