import { createHash } from 'node:crypto'

import type { CardToSave } from '@tradefront/contract/domain/cards'
import type { ProcessorName } from '@tradefront/contract/processor-names'
import { type ClaimMethod, claimMethods } from '@tradefront/rules/deposits/claims'
import { type Currency, currencies, toMinor } from '@tradefront/rules/ledger/money'
import type pg from 'pg'

import type { Trader } from '../../../src/modules/cards/service.ts'
import type { Random } from '../../fixtures/seeded-random.ts'

export const cardNumbers = ['4242424242424242', '4000000000000002', '5555555555554444'] as const
const yearMs = 31_536_000_000
let traderCount = 0

/** Factors of limits, as the specification has them. */
const limitFactors: Readonly<Record<Currency, number>> = { USD: 1, EUR: 1, GBP: 1, RUB: 60 }

export const idempotencyKeys = ['key-number-1', 'key-number-2', 'key-number-3'] as const
/** Keys of payments by wallets: a key belongs to one request. They have the amount of the first key. */
export const walletKeys = ['wallet-key-1', 'wallet-key-2'] as const
export type WalletKey = (typeof walletKeys)[number]

/** Nonces of reported payments, which have the amount of the first key, too. */
export const claimKeys = ['claim-key-1', 'claim-key-2'] as const
export type ClaimKey = (typeof claimKeys)[number]

/** A claim, and how much of it has arrived, compared with what the trader reports. */
export type ClaimPlan = { readonly method: ClaimMethod; readonly arrives: 'as reported' | 'more' | 'less' | 'nothing' }

export type IdempotencyKey = (typeof idempotencyKeys)[number]

/** A payment with its amount in major units. */
export type Payment = { readonly amount: number; readonly fixed: 0 | 1; readonly bonus: 0 | 1 }

/** What the trader intends. A payment without a key is that of the first key. */
export type TraderPlan = {
  readonly currency: Currency
  readonly country: string
  /** Cascade of the account itself. */
  readonly cascade: readonly ProcessorName[]
  readonly ignoresFailLimit: boolean
  /** Cash at the start, in minor units. */
  readonly openingBalance: number
  /**
   * True if the trader spends cash, so that money to be taken back can be missing. The others have enough for a fault that takes too much.
   */
  readonly stakesCash: boolean
  readonly usualKey: IdempotencyKey
  readonly payments: Readonly<Record<IdempotencyKey, Payment>>
  readonly walletPayments: Readonly<Record<WalletKey, Payment>>
  readonly claims: Readonly<Record<ClaimKey, ClaimPlan>>
}

export type SimulatedTrader = Trader & TraderPlan & { readonly sessionToken: string; readonly sessionHash: Buffer }

export function drawTraderPlan(random: Random, cascade: readonly ProcessorName[], country: string): TraderPlan {
  const currency = random.pick(currencies)
  const drawPayment = (bonus: 0 | 1): Payment => {
    const whole = random.pick([250, 300, 1000, 1234, 2999, 3000, 9999]) * limitFactors[currency]
    // Some traders pay the same amount.
    if (random.chance(0.2)) return { amount: 1000 * limitFactors[currency], fixed: 0, bonus }
    return { amount: Math.round(whole * 100 + random.pick([0, 1, 37, 50, 99])) / 100, fixed: 0, bonus }
  }
  const payments = { 'key-number-1': drawPayment(1), 'key-number-2': drawPayment(0), 'key-number-3': drawPayment(1) }
  const drawWalletPayment = (): Payment => ({
    amount: payments['key-number-1'].amount,
    ...random.pick([
      { fixed: 0, bonus: 1 },
      { fixed: 0, bonus: 0 },
      { fixed: 1, bonus: 0 },
    ] as const),
  })
  const drawClaim = (): ClaimPlan => ({
    method: random.pick(claimMethods),
    arrives: random.pick(['as reported', 'as reported', 'more', 'less', 'nothing']),
  })
  return {
    currency,
    // Some wallets serve only Russia.
    country: currency === 'RUB' && country === 'AU' ? 'RU' : country,
    cascade,
    ignoresFailLimit: random.chance(0.7),
    openingBalance: random.pick([0, 5_000_000, 5_000_000]) * limitFactors[currency],
    stakesCash: random.chance(0.25),
    usualKey: random.pick(idempotencyKeys),
    payments,
    claims: { 'claim-key-1': drawClaim(), 'claim-key-2': drawClaim() },
    walletPayments: { 'wallet-key-1': drawWalletPayment(), 'wallet-key-2': drawWalletPayment() },
  }
}

/** Returns the amount in minor units. */
export function getExpectedAmount({ payments, currency }: TraderPlan, key: string | null): number {
  return toMinor(payments[idempotencyKeys.find((each) => each === key) ?? 'key-number-1'].amount, currency)
}

export function buildCard(number: (typeof cardNumbers)[number], country: string, keep = true): CardToSave {
  const type = number.startsWith('5') ? 'mastercard' : 'visa'
  return { number, month: '12', year: '2035', firstName: 'TEST', lastName: 'TRADER', country, state: null, type, keep }
}

/** Inserts a trader with a session. */
export async function insertTrader(pool: pg.Pool, now: Date, plan: TraderPlan): Promise<SimulatedTrader> {
  traderCount += 1
  const failLimitIgnoredUntil = plan.ignoresFailLimit ? new Date(now.getTime() + yearMs) : null
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult,
       terms_accepted_at, registered_at, real_opened_at, email_proved_at, cascade, fail_limit_ignored_until)
     values ($1, 'none', 'Test', 'Trader', $2, $3, '61412345678', 'en', true, $4, $4, $4, $4, $5, $6) returning id`,
    [`sim${traderCount}@example.com`, plan.country, plan.currency, now, plan.cascade.join(), failLimitIgnoredUntil],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('no trader')
  const sessionToken = createHash('sha256').update(`session ${traderCount}`).digest('base64url')
  const sessionHash = createHash('sha256').update(sessionToken).digest()
  await pool.query(
    'insert into sessions (id_hash, user_id, practice, created_at, expires_at) values ($1, $2, false, $3, $4)',
    [sessionHash, id, now, new Date(now.getTime() + yearMs)],
  )
  const profile = {
    country: plan.country,
    currency: plan.currency,
    cascade: plan.cascade.join(),
    affiliateId: null,
    email: 'trader@example.com',
    minDepositCard: null,
    minDepositOther: null,
    maxDeposit: null,
    failLimitIgnoredUntil,
    isPractice: false,
  }
  return { ...plan, id, profile, language: 'en', detectedCountry: null, sessionToken, sessionHash }
}
