import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../../../../test/fixtures/app/test-app.ts'
import type { ProcessorStatement } from '../payment-provider.ts'
import { compareStatements } from './compare-statements.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('statements are compared only of processors that are connected', async () => {
  const createStatement = (processor: ProcessorStatement['processor'], isConnected: boolean): ProcessorStatement => ({
    processor,
    isConnected: async () => isConnected,
    fetchPage: async () => ({ rows: [], nextOffset: null }),
  })
  const { card, wallet, crypto } = app.context.providers
  await compareStatements({
    ...app.context,
    providers: {
      card: { ...card, statements: [createStatement('ORANGE', true), createStatement('CONCEPT', false)] },
      wallet: { ...wallet, statements: [] },
      crypto: { ...crypto, statements: [] },
    },
  })
  const { rows } = await app.database.pool.query<{ processor: string }>(
    'select distinct processor from statement_comparisons',
  )
  expect(rows).toEqual([{ processor: 'ORANGE' }])
})
