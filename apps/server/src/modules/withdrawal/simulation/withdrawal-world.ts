import { defaultTerms } from '@tradefront/rules/withdrawal/terms'

import type { PayoutChannel, PayoutChannels } from '../../../gateways/payouts/payout-channel.ts'
import { type Clock, createManualClock, dayMs } from '../../../platform/clock.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import type { Random } from '../../../testing/seeded-random.ts'
import { createDeterministicScheduler } from '../../../testing/simulation/deterministic-scheduler.ts'
import { fundTrader } from '../../../testing/trading/fund-trader.ts'
import { createFakeChannels, type FakeOutcome } from '../../../testing/withdrawal/fake-channels.ts'
import { insertCharge } from '../../../testing/withdrawal/insert-charge.ts'
import { createLedgerService } from '../../ledger/service.ts'
import { createWithdrawalService, type WithdrawalService } from '../service.ts'

/** A planted fault. */
export type WithdrawalMutant = {
  readonly channel?: (channel: PayoutChannel) => PayoutChannel
  readonly withdrawal?: (withdrawal: WithdrawalService, db: Db) => WithdrawalService
  /** Operators' belief about a payout in doubt. */
  readonly belief?: 'refused'
  /** Run as the database's owner. Each planted fault has a database of its own. */
  readonly sql?: string
}

export type SimulatedTrader = { readonly id: number; readonly start: { readonly cash: number; readonly bonus: number } }

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
let ids = 0

export type WithdrawalWorld = Awaited<ReturnType<typeof createWithdrawalWorld>>

/** Channels, traders, and two servers on one database. All that happens is drawn from `random`. */
export async function createWithdrawalWorld(database: Database, random: Random, mutant: WithdrawalMutant) {
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
    const withdrawal = createWithdrawalService({
      db,
      reports: db,
      clock: serverClock,
      seal: { computeHash: () => Buffer.alloc(32) },
      mail: { send: async () => true },
      publicUrl: '',
      channels,
      newId: createId,
      publishUser: async () => undefined,
      getSettings: async () => ({
        enabledMethods: ['card', 'bank', 'bitcoin'],
        getTerms: (method) => ({
          ...defaultTerms[method],
          feeFixed: method === 'card' ? 0 : 500,
          min: 1000,
          max: 10_000_000,
        }),
      }),
      onError: scheduler.recordError,
      waitScale: 1,
    })
    return {
      process: scheduler.createServer(),
      clock: serverClock,
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
      { cash: 60_000, bonus: 0, charges: [12_000, 5000], isVerified: true },
      clock.now(),
    ),
    await insertTrader(
      db,
      database,
      { cash: 40_000, bonus: 20_000, charges: [], isVerified: random.chance(0.5) },
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
    /** Answered confirmations. */
    confirmed: [] as string[],
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
          await scheduler.waitForScheduler()
          const answer = await call(input)
          await scheduler.waitForScheduler()
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

/** Nothing depends on the value. */
function createId(): string {
  ids += 1
  return `00000000-0000-4000-9000-${ids.toString(16).padStart(12, '0')}`
}

type TraderPlan = {
  readonly cash: number
  readonly bonus: number
  /** Amounts of card charges. */
  readonly charges: readonly number[]
  readonly isVerified: boolean
}

async function insertTrader(
  db: Db,
  { pool }: Database,
  { cash, bonus, charges, isVerified }: TraderPlan,
  at: Date,
): Promise<SimulatedTrader> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult,
       terms_accepted_at, registered_at, verification)
     values (gen_random_uuid() || '@example.com', '-', 'Ada', 'Lovelace', 'AU', 'USD', '61400000000', 'en', true, now(), now(), $1)
     returning id`,
    [isVerified ? 'Full' : 'None'],
  )
  const id = rows[0]?.id ?? 0
  for (const method of ['bank', 'bitcoin'])
    await pool.query(
      `insert into withdrawal_destinations (id, user_id, method, account, state, code_hash, created_at, usable_from, proved_at)
       values (gen_random_uuid(), $1, $2, 'account-of-trader', 'proved', '', $3, $4, $4)`,
      [id, method, new Date(at.getTime() - 2 * dayMs), new Date(at.getTime() - dayMs)],
    )
  await fundTrader(db, { id, currency: 'USD' }, { cash, bonus }, at)
  for (const amount of charges) await insertCharge(db, id, amount, at)
  return { id, start: { cash: cash + charges.reduce((sum, amount) => sum + amount, 0), bonus } }
}
