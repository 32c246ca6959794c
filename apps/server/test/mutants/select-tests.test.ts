import { expect, test } from 'vitest'

import { selectTests } from './select-tests.ts'

test('a fault in a rule meets the test of its name first, then those of its folder', () => {
  const { files } = selectTests('packages/rules/src/ledger/money.ts')
  expect(files[0]).toBe('packages/rules/src/ledger/money.test.ts')
  expect(files[1]).toMatch(/^packages\/rules\/src\/ledger\//)
  expect(files).toContain('apps/server/src/modules/ledger/ledger.test.ts')
})

test('a fault in a module meets its own tests and its own simulation first', () => {
  const { files, simulations } = selectTests('apps/server/src/modules/withdrawal/payout-store.ts')
  expect(files[0]).toMatch(/\/withdrawal\//)
  expect(files).toContain('apps/server/src/modules/withdrawal/routes.test.ts')
  expect(simulations[0]).toMatch(/withdrawal/)
})

test('a fault in a migration meets the tests of the modules that own its tables, and the probes of the rules', () => {
  const { files } = selectTests('apps/server/src/migrations/20261122090000_crypto.sql')
  expect(files[0]).toBe('apps/server/src/modules/crypto/routes.test.ts')
  expect(files.at(-1)).toBe('apps/server/src/testing/mutants/money-rules.test.ts')
})
