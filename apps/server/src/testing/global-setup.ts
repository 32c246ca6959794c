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
  const postgres = await startTestPostgres()
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}
