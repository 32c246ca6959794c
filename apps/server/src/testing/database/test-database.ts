import { inject } from 'vitest'
import type {} from '../global-setup.ts'
import { type TestDatabase, copyDatabase } from './test-postgres.ts'

export function createTestDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject('postgresUrls'))
}

export function createEmptyDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject('postgresUrls'), 'template0')
}
