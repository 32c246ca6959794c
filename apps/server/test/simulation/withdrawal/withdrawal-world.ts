import type { Currency } from '@tradefront/rules/ledger/money'
import type { WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'
import { type AccountTerms, defaultTerms, toAccountTerms } from '@tradefront/rules/withdrawal/terms'

import type { PayoutChannel, PayoutChannels } from '../../../src/gateways/payouts/payout-channel.ts'
import { type Clock, createManualClock, dayMs } from '../../../src/platform/clock.ts'
import { createSeal } from '../../../src/platform/crypto/seal.ts'
import type { Database, Db } from '../../../src/platform/database/database.ts'
import { createRandom } from '../../fixtures/seeded-random.ts'
import { createDeterministicScheduler } from '../deterministic-scheduler.ts'
import { createSeededIds, type SeededIds } from '../seeded-ids.ts'
import { fundTrader } from '../../fixtures/trading/fund-trader.ts'
import { conversionRates, insertTestRates, testCurrencyRates } from '../../fixtures/rates/test-rates.ts'
import { createFakeMarket } from '../../fixtures/market/fake-feed.ts'
import { createFakeChannels, type FakeOutcome } from '../../fixtures/withdrawal/fake-channels.ts'
import { insertCharge } from '../../fixtures/withdrawal/insert-charge.ts'
import { createFixedSettings, createTestContext } from '../../fixtures/app/test-context.ts'
import { bindTrading, toStoredSettings } from '../trading/simulated-trading.ts'
import { bindWithdrawals, type SimulatedWithdrawals } from './simulated-withdrawals.ts'
import { createCoinProvider } from './coin-provider.ts'

/** A planted fault. */
export type WithdrawalMutant = {
  readonly channel?: (channel: PayoutChannel) => PayoutChannel
  readonly withdrawal?: (withdrawal: SimulatedWithdrawals, db: Db) => SimulatedWithdrawals
  /** Terms that the product uses. */
  readonly terms?: (terms: BaseTerms) => BaseTerms
  /** True if chargebacks stop no payouts. */
  readonly stopsNothing?: boolean
  /** Turnover that deposits need. */
  readonly turnoverFactor?: number
  /** What operators believe about a payout in doubt. */
  readonly belief?: 'refused'
  /** SQL that is run as the database's owner. Each planted fault has a database of its own. */
  readonly sql?: string
}

export type SimulatedCharge = {
  readonly depositId: string
  readonly attemptId: number
  readonly amount: number
  /** Method by which the money of the charge goes back. */
  readonly method: WithdrawalMethod
  /** Satoshi or wei that came. Null: the charge was not paid in coins. */
  readonly coinUnits: bigint | null
}

/** A trader, with amounts in minor units of their currency. */
export type SimulatedTrader = {
  readonly id: number
  readonly currency: Currency
  /** Cash and bonus at the start, with the charges. */
  readonly start: { readonly cash: number; readonly bonus: number }
  readonly charges: readonly SimulatedCharge[]
  /** Turnover in own cash, after all charges. */
  readonly traded: number
}

const simulatedCurrencies = ['USD', 'EUR', 'GBP', 'RUB'] as const

/** Returns the terms of this world: a fixed fee and percents. */
export function getWorldTerms(method: WithdrawalMethod, currency: Currency): AccountTerms {
  return toAccountTerms(getBaseTerms(method), currency)
}

/** Terms in base currency. */
type BaseTerms = (typeof defaultTerms)[WithdrawalMethod]

function getBaseTerms(method: WithdrawalMethod): BaseTerms {
  const fees = { feePercent: method === 'bitcoin' ? 1.5 : 0, feeFixed: method === 'card' ? 0 : 5, returnPercent: 2.9 }
  return { ...defaultTerms[method], ...fees, min: 10, max: 100_000 }
}

export const simulatedMethods = ['card', 'bank', 'bitcoin', 'eth'] as const satisfies readonly WithdrawalMethod[]

/** Settings in base currency. */
const tradingSettings = {
  payoutPercents: { currency: 82, metal: 80, index: 80, crypto: 78 },
  payoutExceptions: {},
  marketPauses: [],
  fill: 'next_step' as const,
  clockToleranceMs: 20,
  stakeMin: 1,
  stakeMax: 5000,
  symbolStakesMax: 10_000,
  openStakesMax: 10_000,
  houseLossMax: 100_000,
  saleFeePercent: 3,
  ladderMarginPercent: 9,
  hasOtherPlatform: false,
  tradingBlock: { trades: 1, deposits: 0 },
}

/** Faults without lost commits, which a synchronous replica does not have. */
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

/** Creates channels, traders, and two servers on one database. All that happens is drawn from `random`. */
export async function createWithdrawalWorld(database: Database, seed: number, mutant: WithdrawalMutant) {
  await resetEarlierRuns(database)
  const random = createRandom(seed)
  const ids = createSeededIds('withdrawal', seed)
  const clock = createManualClock(new Date('2026-11-18T10:00:00Z'))
  let hasFaults = true
  const scheduler = createDeterministicScheduler({
    pool: database.pool,
    random,
    drawDatabaseFault: () => (hasFaults && random.chance(faultChance) ? random.pick(faults) : null),
  })
  const coins = createCoinProvider(random)
  const fake = createFakeChannels((instruction) => {
    coins.convert(instruction)
    return hasFaults ? random.pick(outcomes) : 'paid'
  })
  const channels = wrapChannels(fake.channels)
  const market = createFakeMarket({ getPoints: (_symbol, atMs) => 100_000 + (Math.floor(atMs / 1000) % 3) })

  const createServer = (offsetMs: number) => {
    const serverClock: Clock = { now: () => new Date(clock.now().getTime() + offsetMs) }
    const db = scheduler.createDb()
    const seal = createSeal('a secret key that is only good for tests')
    const context = createTestContext({
      db,
      clock: serverClock,
      seal,
      payoutChannels: channels,
      newId: ids.createUuid,
      market: market.createFeed(serverClock),
      settings: createFixedSettings({
        ...toStoredSettings(tradingSettings),
        withdrawal_methods: [...simulatedMethods],
        withdrawal_terms: Object.fromEntries(
          simulatedMethods.map((method) => {
            const terms = getBaseTerms(method)
            return [method, mutant.terms?.(terms) ?? terms]
          }),
        ),
        deposit_turnover_factor: mutant.turnoverFactor ?? 1,
      }),
      onError: scheduler.recordError,
    })
    const withdrawal = bindWithdrawals(context)
    return {
      process: scheduler.createServer(),
      clock: serverClock,
      db,
      trading: bindTrading(context),
      withdrawal: mutant.withdrawal?.(withdrawal, db) ?? withdrawal,
    }
  }
  await insertTestRates(database, testCurrencyRates)
  const servers = [createServer(0), createServer(random.pick([0, 700, -1300]))] as const
  const db = scheduler.createDb()
  const traders = [
    await insertTrader(
      db,
      database,
      ids,
      {
        currency: random.pick(simulatedCurrencies),
        cash: 4000,
        bonuses: [],
        charges: [
          { processor: 'ORANGE', method: 'card', amount: 12_000 },
          { processor: 'ORANGE', method: 'card', amount: 5000 },
          // This payment can't be refunded.
          { processor: 'BANK', method: 'bank', amount: 40_000 },
          { processor: 'BTC', method: 'bitcoin', amount: 9000, coinUnits: 90_001n },
          // These coins came at a lower price.
          { processor: 'BTC', method: 'bitcoin', amount: 6000, coinUnits: 99_989n },
          { processor: 'ETH', method: 'eth', amount: 8000, coinUnits: 32_000_000_000_000_003n },
        ],
        isVerified: true,
        traded: random.chance(0.5) ? 10_000 + random.below(60_000) : 0,
      },
      clock.now(),
    ),
    await insertTrader(
      db,
      database,
      ids,
      {
        currency: random.pick(simulatedCurrencies),
        cash: 40_000,
        bonuses: random.pick([[20_000], [12_000, 8000]]),
        isVerified: random.chance(0.5),
        traded: 0,
        charges: [{ processor: 'ORANGE', method: 'card', amount: 7000, bonus: 3000 }],
      },
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
    coins,
    createId: ids.createUuid,
    belief: mutant.belief,
    stopsNothing: mutant.stopsNothing ?? false,
    /** Quoted fees, and what they should be. */
    fees: [] as { readonly id: string; readonly quoted: number; readonly expected: number }[],
    /** Ids of answered confirmations. */
    confirmed: [] as string[],
    /** References of payouts that had been sent to a trader before a charge was taken back. */
    sentBefore: new Map<number, { readonly takenBack: readonly number[]; readonly references: ReadonlySet<string> }>(),
    /** Cases in which one trader could do something to another. */
    intrusions: [] as string[],
    stopFaults: () => {
      hasFaults = false
    },
  }

  /** Wraps channels, so that each call waits for its turn before and after it. */
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

/** Removes what earlier runs have left: their channels are gone, so ended payouts are not compared again. */
async function resetEarlierRuns({ pool }: Database): Promise<void> {
  await pool.query(
    `update payouts set updated_at = '2000-01-01' where state in ('paid', 'refused') and updated_at > '2000-01-01'`,
  )
}

/** Amounts are in minor units of USD, which the rate of the currency scales. */
type TraderPlan = {
  readonly currency: Currency
  readonly cash: number
  readonly bonuses: readonly number[]
  readonly charges: readonly (Omit<SimulatedCharge, 'depositId' | 'attemptId' | 'coinUnits'> & {
    readonly processor: string
    readonly coinUnits?: bigint
    readonly bonus?: number
  })[]
  readonly isVerified: boolean
  readonly traded: number
}

async function insertTrader(
  db: Db,
  { pool }: Database,
  { createUserId, createUuid }: SeededIds,
  { currency, charges, isVerified, ...plan }: TraderPlan,
  at: Date,
): Promise<SimulatedTrader> {
  const id = createUserId()
  await pool.query(
    `insert into users (id, email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult,
       terms_accepted_at, registered_at, real_opened_at, verification) overriding system value
     values ($1, gen_random_uuid() || '@example.com', '-', 'Ada', 'Lovelace', 'AU', $3, '61400000000', 'en', true, now(), now(), now(), $2)`,
    [id, isVerified ? 'Full' : 'None', currency],
  )
  for (const method of simulatedMethods.filter((each) => each !== 'card'))
    await pool.query(
      `insert into withdrawal_destinations (id, user_id, method, account, state, code_hash, created_at, usable_from, proved_at)
       values ($6, $1, $2, $5, 'proved', '', $3, $4, $4)`,
      [
        id,
        method,
        new Date(at.getTime() - 2 * dayMs),
        new Date(at.getTime() - dayMs),
        getAccount(id, method),
        createUuid(),
      ],
    )
  const scale = (amount: number) => Math.round(amount * conversionRates[currency])
  const [cash, bonuses] = [scale(plan.cash), plan.bonuses.map(scale)]
  await fundTrader(db, { id, currency }, { cash }, at)
  for (const [index, bonus] of bonuses.entries())
    await fundTrader(db, { id, currency }, { bonus }, new Date(at.getTime() + index))
  const inserted: SimulatedCharge[] = []
  for (const { processor, method, amount: base, coinUnits, bonus: baseBonus = 0 } of charges) {
    const [amount, bonus] = [scale(base), scale(baseBonus)]
    const payment = { userId: id, amount, at, currency, processor, coinUnits, bonus, newId: createUuid }
    const charge = await insertCharge(db, payment)
    inserted.push({ ...charge, amount, method, coinUnits: coinUnits ?? null })
  }
  const traded = scale(plan.traded)
  if (traded > 0)
    await db
      .insertInto('turnover_events')
      .values({ user_id: id, source: `test:${id}`, currency, amount: traded, created_at: at })
      .execute()
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const paidIn = sum(inserted.map(({ amount }) => amount))
  const given = sum([...bonuses, ...charges.map(({ bonus = 0 }) => scale(bonus))])
  return { id, currency, start: { cash: cash + paidIn, bonus: given }, charges: inserted, traded }
}

/** Returns the trader's own account of a method. */
export function getAccount(userId: number, method: WithdrawalMethod): string {
  return `${method}-of-${userId}`
}
