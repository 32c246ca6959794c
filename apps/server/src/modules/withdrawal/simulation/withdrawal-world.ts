import type { Currency } from '@tradefront/rules/ledger/money'
import type { WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'
import { type AccountTerms, defaultTerms, toAccountTerms } from '@tradefront/rules/withdrawal/terms'

import type { PayoutChannel, PayoutChannels } from '../../../gateways/payouts/payout-channel.ts'
import { type Clock, createManualClock, dayMs } from '../../../platform/clock.ts'
import { createSeal } from '../../../platform/crypto/seal.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import { createRandom } from '../../../testing/seeded-random.ts'
import { createDeterministicScheduler } from '../../../testing/simulation/deterministic-scheduler.ts'
import { fundTrader } from '../../../testing/trading/fund-trader.ts'
import { createFakeChannels, type FakeOutcome } from '../../../testing/withdrawal/fake-channels.ts'
import { insertCharge } from '../../../testing/withdrawal/insert-charge.ts'
import { createLedgerService } from '../../ledger/service.ts'
import { createMarksService } from '../../marks/service.ts'
import { createWithdrawalService, type WithdrawalService } from '../service.ts'

/** A planted fault. */
export type WithdrawalMutant = {
  readonly channel?: (channel: PayoutChannel) => PayoutChannel
  readonly withdrawal?: (withdrawal: WithdrawalService, db: Db) => WithdrawalService
  /** Terms that the product uses. */
  readonly terms?: (terms: AccountTerms, method: WithdrawalMethod) => AccountTerms
  /** Chargebacks stop no payouts. */
  readonly stopsNothing?: boolean
  /** Turnover that deposits need. */
  readonly turnoverFactor?: number
  /** Operators' belief about a payout in doubt. */
  readonly belief?: 'refused'
  /** Run as the database's owner. Each planted fault has a database of its own. */
  readonly sql?: string
}

export type SimulatedCharge = { readonly depositId: string; readonly attemptId: number; readonly amount: number }

/** Minor units of their currency. */
export type SimulatedTrader = {
  readonly id: number
  readonly currency: Currency
  /** Cash with the charges. */
  readonly start: { readonly cash: number; readonly bonus: number }
  readonly charges: readonly SimulatedCharge[]
}

const rates = { USD: 1, EUR: 0.92, GBP: 0.79, RUB: 60 } as const

/** As the specification of this world: a fixed fee and percents. */
export function getWorldTerms(method: WithdrawalMethod, currency: Currency): AccountTerms {
  const fees = { feePercent: method === 'bitcoin' ? 1.5 : 0, feeFixed: method === 'card' ? 0 : 5, returnPercent: 2.9 }
  return toAccountTerms({ ...defaultTerms[method], ...fees, min: 10, max: 100_000 }, currency)
}

/** Without lost commits, which a synchronous replica does not have. */
const faults = ['refused', 'deadlock', 'unknown'] as const
const faultChance = 0.015
const outcomes: readonly FakeOutcome[] = [
  'paid',
  'paid',
  'paid',
  'lost',
  'lost',
  'pending',
  'refused',
  'lost_refusal',
  'dropped',
  'dropped',
]

export type WithdrawalWorld = Awaited<ReturnType<typeof createWithdrawalWorld>>

/** Channels, traders, and two servers on one database. All that happens is drawn from `random`. */
export async function createWithdrawalWorld(database: Database, seed: number, mutant: WithdrawalMutant) {
  const random = createRandom(seed)
  let ids = 0
  const createId = () => {
    ids += 1
    return `${seed.toString(16).padStart(8, '0')}-0000-4000-9000-${ids.toString(16).padStart(12, '0')}`
  }
  const clock = createManualClock(new Date('2026-11-18T10:00:00Z'))
  let hasFaults = true
  const scheduler = createDeterministicScheduler({
    pool: database.pool,
    random,
    drawDatabaseFault: () => (hasFaults && random.chance(faultChance) ? random.pick(faults) : null),
  })
  const fake = createFakeChannels(() => (hasFaults ? random.pick(outcomes) : 'paid'))
  const channels = wrapChannels(fake.channels)

  const createServer = (offsetMs: number) => {
    const serverClock: Clock = { now: () => new Date(clock.now().getTime() + offsetMs) }
    const db = scheduler.createDb()
    const seal = createSeal('a secret key that is only good for tests')
    const withdrawal = createWithdrawalService({
      isCodeRequired: async () => false,
      db,
      reports: db,
      clock: serverClock,
      seal,
      marks: createMarksService({ db, seal, clock: serverClock }),
      mail: { send: async () => true },
      publicUrl: '',
      channels,
      newId: createId,
      publishUser: async () => undefined,
      getSettings: async () => ({
        enabledMethods: ['card', 'bank', 'bitcoin'],
        turnoverFactor: mutant.turnoverFactor ?? 1,
        getTerms: (method, currency) => {
          const terms = getWorldTerms(method, currency)
          return mutant.terms?.(terms, method) ?? terms
        },
      }),
      onError: scheduler.recordError,
      waitScale: 1,
    })
    return {
      process: scheduler.createServer(),
      clock: serverClock,
      db,
      withdrawal: mutant.withdrawal?.(withdrawal, db) ?? withdrawal,
      ledger: createLedgerService(db),
    }
  }
  const servers = [createServer(0), createServer(random.pick([0, 700, -1300]))] as const
  const db = scheduler.createDb()
  const traders = [
    await insertTrader(
      db,
      database,
      {
        currency: random.pick(['USD', 'EUR', 'GBP', 'RUB']),
        cash: 10_000,
        bonus: 0,
        charges: [
          { processor: 'ORANGE', amount: 12_000 },
          { processor: 'ORANGE', amount: 5000 },
          // It can't be refunded.
          { processor: 'BANK', amount: 40_000 },
        ],
        isVerified: true,
      },
      clock.now(),
    ),
    await insertTrader(
      db,
      database,
      { currency: 'USD', cash: 40_000, bonus: 20_000, charges: [], isVerified: random.chance(0.5) },
      clock.now(),
    ),
  ]

  return {
    database,
    scheduler,
    random,
    clock,
    servers,
    traders,
    fake,
    belief: mutant.belief,
    stopsNothing: mutant.stopsNothing ?? false,
    /** Answered confirmations. */
    confirmed: [] as string[],
    /** References of payouts that had been sent to a trader before a charge was taken back. */
    sentBefore: new Map<number, { readonly takenBack: readonly number[]; readonly references: ReadonlySet<string> }>(),
    /** What one trader could do to another. */
    intrusions: [] as string[],
    stopFaults: () => {
      hasFaults = false
    },
  }

  /** Each call waits for its turn before and after it. */
  function wrapChannels(given: PayoutChannels): PayoutChannels {
    const wrap = (channel: PayoutChannel): PayoutChannel => {
      const waiting =
        <Input, Output>(call: (input: Input) => Promise<Output>) =>
        async (input: Input) => {
          await scheduler.waitForScheduler(JSON.stringify(input))
          const answer = await call(input)
          await scheduler.waitForScheduler(JSON.stringify(input))
          return answer
        }
      const { sendPayout, fetchStatus, cancelPayout } = mutant.channel?.(channel) ?? channel
      return {
        ...channel,
        sendPayout: waiting(sendPayout),
        fetchStatus: waiting(fetchStatus),
        cancelPayout: waiting(cancelPayout),
      }
    }
    return {
      card: wrap(given.card),
      wallet: wrap(given.wallet),
      bitcoin: wrap(given.bitcoin),
      ethereum: wrap(given.ethereum),
      bank: wrap(given.bank),
    }
  }
}

type TraderPlan = {
  readonly currency: Currency
  readonly cash: number
  readonly bonus: number
  readonly charges: readonly { readonly processor: string; readonly amount: number }[]
  readonly isVerified: boolean
}

async function insertTrader(
  db: Db,
  { pool }: Database,
  { currency, cash, bonus, charges, isVerified }: TraderPlan,
  at: Date,
): Promise<SimulatedTrader> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult,
       terms_accepted_at, registered_at, verification)
     values (gen_random_uuid() || '@example.com', '-', 'Ada', 'Lovelace', 'AU', $2, '61400000000', 'en', true, now(), now(), $1)
     returning id`,
    [isVerified ? 'Full' : 'None', currency],
  )
  const id = rows[0]?.id ?? 0
  for (const method of ['bank', 'bitcoin'])
    await pool.query(
      `insert into withdrawal_destinations (id, user_id, method, account, state, code_hash, created_at, usable_from, proved_at)
       values (gen_random_uuid(), $1, $2, 'account-of-trader', 'proved', '', $3, $4, $4)`,
      [id, method, new Date(at.getTime() - 2 * dayMs), new Date(at.getTime() - dayMs)],
    )
  const scaled = (amount: number) => Math.round(amount * rates[currency])
  await fundTrader(db, { id, currency }, { cash: scaled(cash), bonus: scaled(bonus) }, at)
  const inserted: SimulatedCharge[] = []
  for (const { processor, amount: base } of charges) {
    const amount = scaled(base)
    inserted.push({ ...(await insertCharge(db, id, amount, at, currency, processor)), amount })
  }
  const paidIn = inserted.reduce((sum, { amount }) => sum + amount, 0)
  return { id, currency, start: { cash: scaled(cash) + paidIn, bonus: scaled(bonus) }, charges: inserted }
}
