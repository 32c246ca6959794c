import { inject } from 'vitest'
import type {} from '../global-setup.ts'
import { type TestDatabase, copyDatabase } from './test-postgres.ts'

/** Creates a migrated database for one test file. */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject('postgresUrl'))
}

/** Creates a database without migrations. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject('postgresUrl'), 'template0')
}
