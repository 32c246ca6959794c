import { basename, dirname } from 'node:path'

import { measureDistances, readImporters } from '../../../../../scripts/import-graph.mjs'
import {
  getModule,
  isTestOf,
  listFiles,
  listSqlOwners,
  modulesFolder,
  root,
  rulesFolder,
  simulationsFolder,
  worldsFolder,
} from './mutated-files.ts'

export type SelectedTests = {
  /** Files in the order in which they run. */
  readonly files: readonly string[]
  readonly simulations: readonly string[]
}

const maxFiles = 24
const maxSimulations = 2
const commandsFolder = 'apps/server/src/ops/commands/'
const ruleProbes = 'apps/server/test/mutants/database/money-rules.test.ts'
/** Tests of other modules that are about what the module or a folder of it decides, e.g. who is one person and has had a gift, or what a currency is worth. */
const furtherTests: Readonly<Record<string, readonly string[]>> = {
  'deposits/operator': ['review', 'suspense', 'claims', 'reversals', 'processors', 'money-races'].map(
    (name) => `${commandsFolder}${name}.test.ts`,
  ),
  deposits: ['cards/lost-webhooks', 'promo/routes', 'profile/routes', 'wallets/wallet-deposits'].map(
    (name) => `${modulesFolder}${name}.test.ts`,
  ),
  ledger: [
    `${modulesFolder}profile/practice-account.test.ts`,
    `${modulesFolder}withdrawal/routes.test.ts`,
    `${modulesFolder}withdrawal/payouts.test.ts`,
    `${modulesFolder}withdrawal/stop-payouts.test.ts`,
    `${worldsFolder}bonus/frozen-bonus.test.ts`,
    `${worldsFolder}bonus/turnover.test.ts`,
  ],
  marks: [
    `${worldsFolder}gifts.test.ts`,
    `${worldsFolder}tournaments/prizes-per-person.test.ts`,
    `${worldsFolder}tournaments/opposite-scores.test.ts`,
    `${worldsFolder}withdrawals/opposite-trades.test.ts`,
    `${modulesFolder}offers/offers.test.ts`,
    `${modulesFolder}promo/reversed-deposit.test.ts`,
    `${modulesFolder}trading/loss-returns.test.ts`,
    `${modulesFolder}trading/losing-days.test.ts`,
    `${modulesFolder}auth/registration-limit.test.ts`,
    `${commandsFolder}marks.test.ts`,
  ],
  promo: [
    `${modulesFolder}auth/email-proof.test.ts`,
    `${modulesFolder}offers/offers.test.ts`,
    `${commandsFolder}promo.test.ts`,
    `${worldsFolder}gifts.test.ts`,
    `${worldsFolder}bonus/frozen-bonus.test.ts`,
  ],
  trading: [
    `${modulesFolder}history/reports.test.ts`,
    `${modulesFolder}history/sums.test.ts`,
    `${worldsFolder}withdrawals/opposite-trades.test.ts`,
    `${worldsFolder}bonus/turnover.test.ts`,
    `${commandsFolder}trades.test.ts`,
  ],
  wallets: [`${worldsFolder}deposits/reported-payments.test.ts`],
  withdrawal: [
    `${worldsFolder}withdrawals/coins-in-parts.test.ts`,
    `${commandsFolder}withdrawals.test.ts`,
    `${worldsFolder}withdrawals/opposite-trades.test.ts`,
    `${worldsFolder}bonus/frozen-bonus.test.ts`,
  ],
  rates: [
    `${worldsFolder}currencies/closed-currencies.test.ts`,
    `${modulesFolder}crypto/routes.test.ts`,
    `${modulesFolder}tournaments/award-prizes.test.ts`,
    `${commandsFolder}exchange-rates.test.ts`,
  ],
}
const otherKinds = /\.(sim|chaos|plans|fuzz)\.test\.ts$/
let importers: ReadonlyMap<string, readonly string[]> | null = null

/**
 * Selects the tests that a fault in the file can concern: that of the same name, those of its folder and module by how closely they
 * import it, those of others that import it, and the simulations that run it.
 */
export function selectTests(file: string): SelectedTests {
  const tests = listTestFiles()
  if (file.endsWith('.sql')) return selectTestsOfSql(file, tests)
  const module = getModule(file) ?? ''
  importers ??= readImporters(root)
  const distances = measureDistances(file, importers)
  const folder = dirname(file).slice(modulesFolder.length)
  const further = furtherTests[folder] ?? furtherTests[module] ?? []
  const concerned = tests.filter(
    (test) => distances.has(test) || isInFolder(test, dirname(file)) || further.includes(test),
  )
  const rank = (test: string): number => {
    const distance = distances.get(test) ?? 50
    if (isTestOf(test, file)) return distance
    if (isInFolder(test, dirname(file))) return 100 + distance
    if (getModule(test) === module) return (test.startsWith(worldsFolder) ? 150 : 200) + distance
    if (further.includes(test)) return 300 + further.indexOf(test)
    return 1000 + distance * (test.startsWith(rulesFolder) ? 1 : 2)
  }
  const ranked = concerned.toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b))
  // Tests that are farther away only run the file on the way to something else.
  const isNear = (test: string) =>
    getModule(test) === module || further.includes(test) || (distances.get(test) ?? 50) <= 3
  const near = ranked.filter((test) => !otherKinds.test(test) && isNear(test))
  const nearest = near.filter((test) => !further.includes(test)).slice(0, maxFiles - further.length)
  return {
    files: near.filter((test) => nearest.includes(test) || further.includes(test)),
    simulations: selectSimulations(ranked, [module]),
  }
}

/**
 * Selects the tests of the modules that own the file or its tables, those whose name the file has first, then their further tests and the
 * probes of the database.
 */
function selectTestsOfSql(file: string, tests: readonly string[]): SelectedTests {
  const owners = listSqlOwners(file)
  const rank = (test: string) => {
    const module = getModule(test) ?? ''
    return Number(!basename(file).includes(module)) + Number(!test.endsWith('routes.test.ts'))
  }
  const own = tests
    .filter(
      (test) =>
        owners.includes(getModule(test) ?? '') &&
        (test.startsWith(modulesFolder) || test.startsWith(worldsFolder)) &&
        !otherKinds.test(test),
    )
    .toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b))
  const further = owners.flatMap((owner) => furtherTests[owner] ?? []).filter((test) => !own.includes(test))
  return {
    files: [...[...own, ...further].slice(0, maxFiles), ruleProbes],
    simulations: selectSimulations(tests, owners),
  }
}

/** Selects the simulations of the modules first. */
function selectSimulations(tests: readonly string[], modules: readonly string[]): string[] {
  const isOwn = (test: string) => modules.includes(getModule(test) ?? '')
  return tests
    .filter((test) => test.startsWith(simulationsFolder) && test.endsWith('.sim.test.ts'))
    .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
    .slice(0, maxSimulations)
}

function isInFolder(test: string, folder: string): boolean {
  return test.startsWith(`${folder}/`)
}

function listTestFiles(): string[] {
  return [
    ...listFiles('packages/*/src/**/*.test.ts'),
    ...listFiles('apps/server/{src,test}/**/*.test.ts').filter((file) => !file.includes('/mutants/')),
  ]
}
