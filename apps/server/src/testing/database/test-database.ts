import { inject } from 'vitest'
import type {} from '../global-setup.ts'
import { type TestDatabase, copyDatabase } from './test-postgres.ts'

/** A fresh migrated database for one test file: `beforeAll` makes it, `afterAll` drops it. */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject('postgresUrl'))
}

/** A database without any migration. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject('postgresUrl'), 'template0')
}
