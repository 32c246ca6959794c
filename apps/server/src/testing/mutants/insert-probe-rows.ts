import { runSeed } from '../../modules/cards/simulation/run-seeds.ts'
import { runScenario as runCryptoScenario } from '../../modules/crypto/simulation/run-scenario.ts'
import { runScenario as runTradingScenario } from '../../modules/trading/simulation/run-scenario.ts'
import { runScenario as runWithdrawalScenario } from '../../modules/withdrawal/simulation/run-scenario.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'

const seeds = Array.from({ length: 12 }, (_, index) => index + 1)
const cryptoSeeds = [2, 3] as const
const tradingSeeds = [1, 2, 3, 4, 5] as const
const withdrawalSeeds = [1, 2, 3] as const

/** Rows of all kinds for the probes. Those of cards come first: most probes copy the first row of a table. */
export async function insertProbeRows(url: string): Promise<void> {
  await withDatabase(url, async ({ pool }) => {
    for (const seed of seeds) await runSeed(pool, seed)
  })
  await withDatabase(url, async (database) => {
    for (const seed of cryptoSeeds) await runCryptoScenario(database, seed)
  })
  await withDatabase(url, async (database) => {
    for (const seed of withdrawalSeeds) await runWithdrawalScenario(database, seed)
  })
  await withDatabase(url, async (database) => {
    for (const seed of tradingSeeds) await runTradingScenario(database, seed)
  })
}

/** Each simulation names the prepared statements of its pool. */
async function withDatabase(url: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase(url, { maxConnections: 40 })
  try {
    await work(database)
  } finally {
    await database.close()
  }
}
