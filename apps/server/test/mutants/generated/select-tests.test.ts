import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { listMutatedFiles, root } from './mutated-files.ts'
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

test('a fault in deposits meets the simulation of deposits, which has no module of its name', () => {
  const { simulations } = selectTests('apps/server/src/modules/deposits/apply-result.ts')
  expect(simulations).toContain('apps/server/test/simulation/cards/deposit-money.sim.test.ts')
})

test('a fault in a migration meets the tests of the modules that own its tables, and the probes of the rules', () => {
  const { files } = selectTests('apps/server/src/migrations/20261126092100_crypto.sql')
  expect(files[0]).toBe('apps/server/src/modules/crypto/routes.test.ts')
  expect(files.at(-1)).toBe('apps/server/test/mutants/database/money-rules.test.ts')
})

test('a fault in links, gifts or rates meets the tests of other modules that are about them', () => {
  const links = selectTests('apps/server/src/modules/marks/mark-store.ts').files
  expect(links.slice(0, 4)).toEqual([
    'apps/server/src/modules/marks/service.test.ts',
    'apps/server/src/modules/marks/proved-marks.test.ts',
    'apps/server/test/gifts.test.ts',
    'apps/server/test/tournaments/prizes-per-person.test.ts',
  ])
  const rates = selectTests('apps/server/src/modules/rates/rate-store.ts').files
  expect(rates.slice(0, 2)).toEqual([
    'apps/server/src/modules/rates/rates.test.ts',
    'apps/server/test/currencies/closed-currencies.test.ts',
  ])
  expect(selectTests('apps/server/src/migrations/20261126090600_marks.sql').files).toContain(
    'apps/server/test/withdrawals/opposite-trades.test.ts',
  )
})

test('a fault in statements, balances or reports meets the tests of other modules that are about them', () => {
  const cases = [
    ['deposits/statements/compare-statements.ts', 'cards/lost-webhooks.test.ts'],
    ['ledger/bonuses.ts', 'withdrawal/payouts.test.ts'],
    ['ledger/sql/users-practice-ends.sql', 'profile/practice-account.test.ts'],
    ['trading/report-query.ts', 'history/sums.test.ts'],
  ] as const
  for (const [file, test] of cases)
    expect(selectTests(`apps/server/src/modules/${file}`).files).toContain(`apps/server/src/modules/${test}`)
})

test('a fault in what operators do with deposits meets the tests of their commands', () => {
  const { files } = selectTests('apps/server/src/modules/deposits/operator/operator-store.ts')
  expect(files).toContain('apps/server/src/ops/commands/review.test.ts')
})

test('a fault in a function or trigger meets the tests of its module, and the probes of the rules', () => {
  const { files } = selectTests('apps/server/src/modules/withdrawal/sql/payouts-place.sql')
  expect(files[0]).toBe('apps/server/src/modules/withdrawal/routes.test.ts')
  expect(files.at(-1)).toBe('apps/server/test/mutants/database/money-rules.test.ts')
})

test('the tests that are selected for SQL exist', () => {
  const selected = listMutatedFiles()
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) => selectTests(file).files)
  expect(selected.filter((test) => !existsSync(join(root, test)))).toEqual([])
})
