import { randomInt, randomUUID } from 'node:crypto'

import { pfsCountries } from '@tradefront/rules/cards/usual-cascades'
import { planCascade } from '@tradefront/processors/plan-cascade'
import { getProcessor } from '@tradefront/processors/registry'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'

import { type DemoDeposit, type DemoTrader, demoTraders } from './demo-data.ts'
import { createPasswordHasher } from './modules/auth/password-hashing.ts'
import { postEntry, topUpPracticeBalance } from './modules/ledger/service.ts'
import type { Settings } from './modules/settings/service.ts'
import { drawAccountNumber } from './modules/users/service.ts'
import { type Clock, dayMs } from './platform/clock.ts'
import type { Db } from './platform/database/database.ts'
import type { DB } from './platform/database/database-types.ts'

const wageringFactor = 30
const demoOfferCode = 'SECOND50'
/** Key of the lock by which only one of several starting servers seeds. */
const seedLock = 20_261_121

/** Asks in one query, to keep the start fast. */
export async function hasDemoData(db: Db): Promise<boolean> {
  const emails = demoTraders.map(({ email }) => email)
  const rows = await db.selectFrom('users').select('email').where('email', 'in', emails).execute()
  return rows.length === emails.length
}

/** Adds the demo traders. Existing traders are not changed. */
export async function seedDemoData(db: Db, clock: Clock): Promise<void> {
  const passwords = createPasswordHasher()
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(trx)
    for (const trader of demoTraders) {
      const userId = await insertTrader(trx, trader, await passwords.hashPassword(trader.password), clock.now())
      if (userId === null) continue
      await topUpPracticeBalance(trx, userId, trader.currency, clock.now())
      for (const deposit of trader.deposits) await insertDeposit(trx, userId, trader, deposit, clock.now())
    }
  })
}

/**
 * Adds a code to enter and the limited offer. They are apart from the traders, because the offer's dialog appears after every first
 * deposit.
 */
export async function seedDemoCodes(db: Db, clock: Clock): Promise<void> {
  const now = clock.now()
  const common = { starts_at: now, max_uses_per_trader: 1, created_at: now }
  await db
    .insertInto('promo_codes')
    .values([
      { ...common, code: 'SPRING30', audience: 'everyone', percent: 30, min_deposit: 50_000 },
      { ...common, code: demoOfferCode, audience: 'offer', percent: 50, min_deposit: 25_000 },
    ])
    .onConflict((on) => on.doNothing())
    .execute()
  await db
    .insertInto('settings')
    .values([
      { name: 'limited_offer_code', value: JSON.stringify(demoOfferCode), changed_at: now },
      // A demo has too few trades to fill the fund.
      { name: 'tournament_prizes_scaled', value: JSON.stringify(false), changed_at: now },
    ])
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Adds accounts for payments that traders report: without them these methods are hidden. They are apart, because tests set their own. */
export async function seedDemoAccounts(db: Db, clock: Clock): Promise<void> {
  const now = clock.now()
  const accounts = {
    bank_details: 'Example Bank, IBAN XX00 0000 0000 0000 0000, BIC EXAMXX00',
    webmoney_wmz: 'Z000000000000',
    webmoney_wmr: 'R000000000000',
    webmoney_wme: 'E000000000000',
  } satisfies Partial<Settings>
  await db
    .insertInto('settings')
    .values(Object.entries(accounts).map(([name, value]) => ({ name, value: JSON.stringify(value), changed_at: now })))
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Adds a rate that has jumped. The sandbox agrees with it, so that it waits for operators an hour at most. No payments are made in this coin. */
export async function seedDemoHeldRate(db: Db, clock: Clock): Promise<void> {
  const now = clock.now()
  const rate = { code: 'DSH', at: now }
  await db
    .insertInto('settings')
    .values({ name: 'rate_confirm_seconds', value: '3600', changed_at: now })
    .onConflict((on) => on.doNothing())
    .execute()
  await db
    .insertInto('exchange_rates')
    .values({ ...rate, rate: '27.4', is_confirmed: true })
    .onConflict((on) => on.doNothing())
    .execute()
  await db
    .insertInto('held_rates')
    .values({ ...rate, rate: '32', readings: 1 })
    .onConflict((on) => on.doNothing())
    .execute()
}

async function insertTrader(
  trx: Transaction<DB>,
  trader: DemoTrader,
  passwordHash: string,
  now: Date,
): Promise<number | null> {
  const registered = new Date(now.getTime() - trader.registeredDaysAgo * dayMs)
  const row = await trx
    .insertInto('users')
    .values({
      id: await drawAccountNumber(trx, randomInt),
      email: trader.email,
      email_proved_at: registered,
      password_hash: passwordHash,
      first_name: trader.firstName,
      last_name: trader.lastName,
      country: trader.country,
      currency: trader.currency,
      phone: trader.phone,
      language: trader.language,
      confirmed_adult: true,
      terms_accepted_at: registered,
      registered_at: registered,
      real_opened_at: registered,
      on_practice: false,
      verification: trader.verification,
      verified_at: trader.verification === 'Full' ? registered : null,
      card_risk: trader.cardRisk,
      affiliate_id: trader.affiliateId ?? null,
      welcome_shown_count: 2,
    })
    .onConflict((on) => on.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Inserts the same rows as the cascade writes. */
async function insertDeposit(
  trx: Transaction<DB>,
  userId: number,
  trader: DemoTrader,
  deposit: DemoDeposit,
  now: Date,
): Promise<void> {
  const at = new Date(now.getTime() - deposit.daysAgo * dayMs)
  const { currency } = trader
  const plan = planCascade({
    profileCountry: trader.country,
    cardCountry: null,
    detectedCountry: null,
    userCascade: null,
    siteCascade: null,
    disabledProcessors: [],
    pfsCountries,
    hasPfsFallback: false,
  }).slice(0, deposit.attemptCount)
  const id = randomUUID()
  const bonus = (deposit.amount * deposit.bonusPercent) / 100
  const turnover = bonus * wageringFactor
  const succeeded = deposit.finalState === 'succeeded'
  await trx
    .insertInto('deposits')
    .values({
      id,
      user_id: userId,
      method: 'card',
      country: trader.country,
      amount: deposit.amount,
      currency,
      bonus,
      wagering_required: turnover,
      release_max: bonus,
      fixed: bonus === 0,
      processor_order: plan,
      state: deposit.finalState,
      reason: succeeded ? null : 'cascade_card.failed',
      day_limit_date: at.toISOString().slice(0, 10),
      created_at: at,
      updated_at: at,
      ended_at: at,
    })
    .execute()
  await sql`select record_ended_deposit(${id}::uuid)`.execute(trx)

  for (const [index, processor] of plan.entries()) {
    const isLast = index === plan.length - 1
    const { canCharge } = getProcessor(processor)
    const attempt = await trx
      .insertInto('attempts')
      .values({
        deposit_id: id,
        seq: index + 1,
        processor,
        is_charging: canCharge,
        state: isLast && succeeded ? 'succeeded' : canCharge ? 'declined_soft' : 'not_charged',
        reference: randomUUID(),
        waiting_since: at,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (!isLast || !succeeded) continue
    await trx
      .insertInto('captures')
      .values({
        attempt_id: attempt.id,
        deposit_id: id,
        processor,
        amount: deposit.amount,
        currency,
        status: 'credited',
        created_at: at,
        updated_at: at,
      })
      .execute()
    await postEntry(trx, {
      kind: 'deposit.credited',
      subject: `attempt:${attempt.id}`,
      at,
      lines: [
        { account: `clearing:${processor}`, userId: null, currency, amount: -deposit.amount },
        { account: 'cash', userId, currency, amount: deposit.amount },
        ...(bonus === 0
          ? []
          : [
              { account: 'bonus_expense', userId: null, currency, amount: -bonus },
              { account: 'bonus', userId, currency, amount: bonus },
            ]),
      ],
    })
    if (bonus === 0) continue
    const done = Math.round((turnover * trader.wageringDonePercent) / 100)
    await trx
      .insertInto('wagering_requirements')
      .values({
        user_id: userId,
        source: `deposit:${id}`,
        deposit_id: id,
        currency,
        bonus,
        required: turnover,
        done,
        release_max: bonus,
        created_at: at,
      })
      .execute()
  }
}
