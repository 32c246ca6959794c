import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { startTestPostgres, type TestPostgresUrls } from './database/test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's PostgreSQL, for `createTestDatabase`. */
    postgresUrls: TestPostgresUrls
  }
}

/** Vitest's global set-up: one PostgreSQL for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const statements = mkdtempSync(join(tmpdir(), 'tradefront-statements-'))
  // Read by record-statements.ts. The first project's folder serves all.
  process.env['STATEMENTS_FOLDER'] ??= statements
  const postgres = await startTestPostgres()
  project.provide('postgresUrls', postgres.urls)
  return async () => {
    await postgres.stop()
    rmSync(statements, { recursive: true, force: true })
  }
}
