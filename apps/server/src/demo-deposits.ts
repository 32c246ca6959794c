import { randomInt, randomUUID } from 'node:crypto'

import { processors } from '@tradefront/processors/registry'
import { claimCodes } from '@tradefront/rules/deposits/claims'
import type { AttemptState, CaptureStatus, DepositState } from '@tradefront/rules/deposits/deposit-state-machine'
import { sql } from 'kysely'

import { buildTransferLines, postEntry } from './modules/ledger/service.ts'
import { drawAccountNumber } from './modules/users/service.ts'
import { type Clock, dayMs } from './platform/clock.ts'
import type { Db } from './platform/database/database.ts'

type DemoCase = {
  readonly daysAgo: number
  /** Minor units. */
  readonly amount: number
  /** Note of the trader, for a payment by bank that the trader reported. */
  readonly note?: string
  readonly deposit: DepositState
  readonly attempt: AttemptState
  /** What the processor has taken. */
  readonly money?: { readonly amount: number; readonly status: Extract<CaptureStatus, 'suspense' | 'credited'> }
  readonly isChargedBack?: boolean
}

/** A deposit for each queue of deposits at the desk, and one that was credited. They are too old for the comparison with statements. */
const cases: readonly DemoCase[] = [
  { daysAgo: 11, amount: 40_000, deposit: 'review', attempt: 'manual_review' },
  { daysAgo: 12, amount: 25_000, deposit: 'review', attempt: 'in_doubt' },
  {
    daysAgo: 13,
    amount: 80_000,
    deposit: 'review',
    attempt: 'manual_review',
    money: { amount: 75_000, status: 'suspense' },
  },
  {
    daysAgo: 14,
    amount: 150_000,
    deposit: 'review',
    attempt: 'manual_review',
    note: 'TF-2041, sent on Monday from my savings account',
  },
  {
    daysAgo: 15,
    amount: 60_000,
    deposit: 'succeeded',
    attempt: 'succeeded',
    money: { amount: 60_000, status: 'credited' },
    isChargedBack: true,
  },
  // This is the money of the demo trades, whose turnover is enough for the demo withdrawal.
  {
    daysAgo: 20,
    amount: 40_000,
    deposit: 'succeeded',
    attempt: 'succeeded',
    money: { amount: 40_000, status: 'credited' },
    note: 'TF-2041, first payment',
  },
]
const currency = 'USD'
const cardProcessor = processors.find(({ canCharge }) => canCharge)?.name ?? ''
/** Trader of the cases at the desk, who cannot log in. */
export const demoCaseTrader = 'vera@demo.example'
const owner = {
  email: demoCaseTrader,
  password_hash: '-',
  first_name: 'Vera',
  last_name: 'Stone',
  country: 'AU',
  currency,
  phone: '+61412345699',
  language: 'en',
  confirmed_adult: true,
  on_practice: false,
  verification: 'Full',
}

/** Adds deposits that wait for an operator, and an account at a bank to withdraw to, unless they exist. */
export async function seedDemoDeposits(db: Db, clock: Clock): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    const registered = new Date(now.getTime() - 30 * dayMs)
    const usable = new Date(registered.getTime() + dayMs)
    const row = await trx
      .insertInto('users')
      .values({
        id: await drawAccountNumber(trx, randomInt),
        ...owner,
        terms_accepted_at: registered,
        registered_at: registered,
        real_opened_at: registered,
        verified_at: registered,
      })
      .onConflict((on) => on.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row === undefined) return
    await sql`
      insert into withdrawal_destinations (id, user_id, method, account, state, code_hash, created_at, usable_from, proved_at)
      values (gen_random_uuid(), ${row.id}, 'bank', 'GB29NWBK60161331926819', 'proved', sha256('-'), ${registered}, ${usable}, ${registered})`.execute(
      trx,
    )
    for (const each of cases) await insertCase(trx, row.id, each, new Date(now.getTime() - each.daysAgo * dayMs), now)
  })
}

async function insertCase(trx: Db, userId: number, each: DemoCase, at: Date, now: Date): Promise<void> {
  const { amount, note, money } = each
  const processor = note === undefined ? cardProcessor : claimCodes.bank
  const id = randomUUID()
  const isClaim = note !== undefined
  const later = new Date(at.getTime() + 90_000)
  await trx
    .insertInto('deposits')
    .values({
      id,
      user_id: userId,
      method: isClaim ? 'wallet' : 'card',
      country: owner.country,
      amount,
      currency,
      bonus: 0,
      wagering_required: 0,
      fixed: true,
      processor_order: [processor],
      state: each.deposit,
      instrument_kind: isClaim ? 'bank' : 'visa',
      instrument_hint: note ?? '4242',
      created_at: at,
      updated_at: later,
      ended_at: each.deposit === 'succeeded' ? later : null,
      reason: each.deposit === 'review' ? 'deposits.review' : null,
    })
    .execute()
  const { id: attemptId } = await trx
    .insertInto('attempts')
    .values({
      deposit_id: id,
      seq: 1,
      processor,
      is_charging: true,
      state: each.attempt,
      reference: randomUUID(),
      waiting_since: later,
      created_at: at,
      updated_at: later,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('attempt_events')
    .values({
      attempt_id: attemptId,
      created_at: later,
      source: 'reply',
      reported_state: each.attempt,
      state_before: 'sent',
      state_after: each.attempt,
    })
    .execute()
  if (money === undefined) return
  await trx
    .insertInto('captures')
    .values({
      attempt_id: attemptId,
      deposit_id: id,
      processor,
      amount: money.amount,
      currency,
      status: money.status,
      reason: money.status === 'suspense' ? 'amount_differs' : null,
      created_at: later,
      updated_at: later,
    })
    .execute()
  const clearing = { account: `clearing:${processor}`, userId: null }
  const place = money.status === 'suspense' ? { account: 'suspense', userId: null } : { account: 'cash', userId }
  const subject = `attempt:${attemptId}`
  const lines = buildTransferLines(clearing, place, money.amount, currency)
  await postEntry(trx, { kind: `deposit.${money.status}`, subject, at: later, lines })
  if (each.isChargedBack !== true) return
  await sql`
    update captures set status = 'taken_back', reason = 'chargeback', movement = 2, updated_at = ${now}
     where attempt_id = ${attemptId}`.execute(trx)
  await postEntry(trx, {
    kind: 'deposit.taken_back',
    subject: `${subject}/2`,
    at: now,
    lines: buildTransferLines(place, clearing, money.amount, currency),
  })
}
