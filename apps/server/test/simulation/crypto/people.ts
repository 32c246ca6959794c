import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import { captureAccounts } from '@tradefront/rules/deposits/deposit-state-machine'

import type { Operator } from '../../../src/platform/audit.ts'
import type { Clock } from '../../../src/platform/clock.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { createSeal } from '../../../src/platform/crypto/seal.ts'
import type { SessionUser } from '../../../src/platform/http/sessions.ts'
import type { MemoryChain } from '../../fixtures/crypto/memory-chain.ts'
import type { Random } from '../../fixtures/seeded-random.ts'
import type { SimulatedDeposits } from './simulated-deposits.ts'
import { buildTransferLines, findBalances, postEntry } from '../../../src/modules/ledger/service.ts'
import { createPromoCode } from '../../../src/modules/promo/promo-code-operator.ts'
import { redeemPromoCode } from '../../../src/modules/promo/service.ts'
import { createTestContext } from '../../fixtures/app/test-context.ts'
import type { CryptoMutant } from './crypto-world.ts'

type PeopleDeps = {
  readonly database: Database
  /** Name that makes codes and subjects unique in the database. */
  readonly name: string
  readonly clock: Clock
  readonly chains: Readonly<Record<InvoiceCoin, MemoryChain>>
  readonly traders: readonly SessionUser[]
  readonly deposits: SimulatedDeposits
  readonly mutant: CryptoMutant
}

const by: Operator = { actor: 'operator@example.com', reason: 'simulated' }
const seal = createSeal('a secret key that is only good for tests')

/** Creates actions of traders and operators besides paying. */
export function createPeople({ database, name, clock, chains, traders, deposits, mutant }: PeopleDeps) {
  const { db, pool } = database
  let codeCount = 0
  let entryCount = 0
  const context = createTestContext({ db, seal, clock })

  return {
    /** Reverses each credit whose transaction is no longer on the chain, as the alert asks. */
    async decideLost(): Promise<void> {
      const { rows } = await pool.query<{ subject: string }>(
        `select subject from alerts where resolved_at is null and kind = 'crypto.credited_lost'`,
      )
      for (const { subject } of rows) {
        const [coin, guid = ''] = subject.split('/')
        const match = await deposits.operator.findDepositMatch(guid)
        if (match === 'none' || match === 'several' || match.attempt === null) throw new Error(`no deposit: ${guid}`)
        const lost = match.deposit.captures.filter(
          ({ status, processorReference }) =>
            captureAccounts[status] === 'cash' &&
            !chains[coin === 'BTC' ? 'BTC' : 'ETH'].isKnown(processorReference?.split(':')[0] ?? ''),
        )
        for (const capture of lost) await deposits.operator.reverseCapture(match, match.attempt, capture, by)
      }
    },

    /** Spends cash, so that what is to be taken back can be missing. */
    async spend(random: Random): Promise<void> {
      const { id, currency } = random.pick(traders)
      const { cash } = await findBalances(db, id, currency)
      const amount = mutant.spendsTooMuch === true ? cash + 1 : cash === 0 ? 0 : 1 + random.below(cash)
      if (amount === 0) return
      const house = { account: 'trade_house', userId: null }
      const lines = buildTransferLines({ account: 'cash', userId: id }, house, amount, currency)
      entryCount += 1
      await postEntry(db, {
        kind: 'simulation.stake',
        subject: `crypto${name} ${entryCount}`,
        at: clock.now(),
        lines,
      })
    },

    /** Redeems a code that adds a percentage to a deposit. */
    async redeemCode(random: Random): Promise<void> {
      codeCount += 1
      const code = `COIN${name}-${codeCount}`
      const terms = { audience: 'everyone', percent: 33, amount: null, minDeposit: 10_000 } as const
      const limits = { startsAt: null, endsAt: null, maxUses: null, maxUsesPerTrader: 1 }
      await createPromoCode(context, { code, ...terms, ...limits }, by)
      await redeemPromoCode(context, random.pick(traders), code)
    },
  }
}
