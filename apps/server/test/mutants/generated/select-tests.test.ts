import { existsSync } from 'node:fs'

import { expect, test } from 'vitest'

import { rootUrl } from '../chosen/edit-source.ts'
import { listMutatedFiles } from './mutated-files.ts'
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
  expect(files.at(-1)).toBe('apps/server/test/mutants/chosen/money-rules.test.ts')
})

test('a fault in links, gifts or rates meets the tests of other modules that are about them', () => {
  const links = selectTests('apps/server/src/modules/marks/mark-store.ts').files
  expect(links.slice(0, 4)).toEqual([
    'apps/server/src/modules/marks/proved-marks.test.ts',
    'apps/server/src/modules/marks/service.test.ts',
    'apps/server/test/gifts.test.ts',
    'apps/server/test/tournaments/prizes-per-person.test.ts',
  ])
  const rates = selectTests('apps/server/src/modules/rates/rate-store.ts').files
  expect(rates.slice(0, 2)).toEqual([
    'apps/server/src/modules/rates/rates.test.ts',
    'apps/server/test/currencies/closed-currencies.test.ts',
  ])
  expect(selectTests('apps/server/src/migrations/20261121090210_marks.sql').files).toContain(
    'apps/server/test/withdrawals/opposite-trades.test.ts',
  )
})

test('a fault in statements, balances or reports meets the tests of other modules that are about them', () => {
  const cases = [
    ['deposits/statements/compare-statements.ts', 'cards/lost-webhooks.test.ts'],
    ['ledger/bonuses.ts', 'withdrawal/payouts.test.ts'],
    ['trading/report-query.ts', 'history/sums.test.ts'],
  ] as const
  for (const [file, test] of cases)
    expect(selectTests(`apps/server/src/modules/${file}`).files).toContain(`apps/server/src/modules/${test}`)
})

test('the tests that are selected for a migration exist', () => {
  const selected = listMutatedFiles()
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) => selectTests(file).files)
  expect(selected.filter((test) => !existsSync(new URL(test, rootUrl)))).toEqual([])
})
