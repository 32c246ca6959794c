import { expect, test } from 'vitest'

import { fitBudget, listConcernedTests } from './test-changed.mjs'

test('the test beside a changed rule is the nearest one, and tests of the server and the browser follow', () => {
  const tests = listConcernedTests(['packages/rules/src/trading/sale-value.ts'])
  expect(tests[0]).toBe('packages/rules/src/trading/sale-value.test.ts')
  expect(tests).toContain('apps/server/src/modules/trading/close-trades.test.ts')
  expect(tests.some((file) => file.startsWith('apps/web/src/features/trading/'))).toBe(true)
})

test('SQL of a module concerns the tests of its routes', () => {
  expect(listConcernedTests(['apps/server/src/modules/support/sql/planted.sql'])).toContain(
    'apps/server/src/modules/support/routes.test.ts',
  )
})

test('slow kinds of tests are left to npm test', () => {
  expect(listConcernedTests(['apps/server/src/modules/trading/sell-trade.ts']).join()).not.toMatch(/\.sim\.test/)
})

test('the nearest files are run until their time is used up, but always one', () => {
  const seconds = { near: 50, far: 30, farther: 30 }
  expect(fitBudget(['near', 'far', 'farther'], seconds, 80)).toEqual(['near', 'far'])
  expect(fitBudget(['near', 'far'], seconds, 20)).toEqual(['near'])
})
