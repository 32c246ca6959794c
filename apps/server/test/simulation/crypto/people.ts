import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import { captureAccounts } from '@tradefront/rules/deposits/deposit-state-machine'

import type { Operator } from '../../../src/platform/audit.ts'
import type { Clock } from '../../../src/platform/clock.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { createSeal } from '../../../src/platform/crypto/seal.ts'
import type { SessionUser } from '../../../src/platform/http/sessions.ts'
import type { MemoryChain } from '../../fixtures/crypto/memory-chain.ts'
import type { Random } from '../../fixtures/seeded-random.ts'
import type { DepositsService } from '../../../src/modules/deposits/service.ts'
import { buildTransferLines, createLedgerService, postEntry } from '../../../src/modules/ledger/service.ts'
import { createMarksService } from '../../../src/modules/marks/service.ts'
import { createPromoCodeOperator, createPromoService } from '../../../src/modules/promo/service.ts'
import { createSettingsService } from '../../../src/modules/settings/service.ts'
import type { CryptoMutant } from './crypto-world.ts'

type PeopleDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly chains: Readonly<Record<InvoiceCoin, MemoryChain>>
  readonly traders: readonly SessionUser[]
  readonly deposits: DepositsService
  readonly mutant: CryptoMutant
}

const by: Operator = { actor: 'operator@example.com', reason: 'simulated' }
const seal = createSeal('a secret key that is only good for tests')
/** Codes and subjects are unique in the database. */
let codeCount = 0
let entryCount = 0

/** Actions of traders and operators besides paying. */
export function createPeople({ database, clock, chains, traders, deposits, mutant }: PeopleDeps) {
  const { db, pool } = database
  const promo = createPromoService({
    db,
    clock,
    settings: createSettingsService({ db, clock }),
    marks: createMarksService({ db, seal, clock }),
    live: { publish: async () => undefined },
  })
  const promoCodes = createPromoCodeOperator({ db, clock })

  return {
    /** Reverses each credit whose transaction is no longer on the chain, as the alert asks. */
    async decideLost(): Promise<void> {
      const { rows } = await pool.query<{ subject: string }>(
        `select subject from alerts where resolved_at is null and kind = 'crypto.credited_lost'`,
      )
      for (const { subject } of rows) {
        const [coin, guid = ''] = subject.split('/')
        const match = await deposits.operator.findByReference(guid)
        if (match === 'none' || match === 'several' || match.attempt === null) throw new Error(`no deposit: ${guid}`)
        const lost = match.deposit.captures.filter(
          ({ status, processorReference }) =>
            captureAccounts[status] === 'cash' &&
            !chains[coin === 'BTC' ? 'BTC' : 'ETH'].isKnown(processorReference?.split(':')[0] ?? ''),
        )
        for (const capture of lost) await deposits.operator.reverseCapture(match, match.attempt, capture, by)
      }
    },

    /** Cash, so that what is to be taken back can be missing. */
    async spend(random: Random): Promise<void> {
      const { id, currency } = random.pick(traders)
      const { cash } = await createLedgerService(db).findBalances(id, currency)
      const amount = mutant.spendsTooMuch === true ? cash + 1 : cash === 0 ? 0 : 1 + random.below(cash)
      if (amount === 0) return
      const house = { account: 'trade_house', userId: null }
      const lines = buildTransferLines({ account: 'cash', userId: id }, house, amount, currency)
      entryCount += 1
      await postEntry(db, {
        kind: 'simulation.stake',
        subject: `crypto user:${id} ${entryCount}`,
        at: clock.now(),
        lines,
      })
    },

    /** Redeems a code that adds a percentage to a deposit. */
    async redeemCode(random: Random): Promise<void> {
      codeCount += 1
      const code = `COIN-${codeCount}`
      const terms = { audience: 'everyone', percent: 33, amount: null, minDeposit: 10_000 } as const
      const limits = { startsAt: null, endsAt: null, maxUses: null, maxUsesPerTrader: 1 }
      await promoCodes.createCode({ code, ...terms, ...limits }, by)
      await promo.redeemCode(random.pick(traders).id, code)
    },
  }
}
