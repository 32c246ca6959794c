import { promoAudiences } from '@tradefront/rules/promo/promo-terms'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'
import * as z from 'zod/mini'

import { currency, text, timeMs } from './wire.ts'

/** What operators can be. Each action names the roles that have the right to it. */
export const operatorRoles = ['support', 'documents', 'payments', 'risk', 'marketing', 'finance', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

export type OperatorAction = {
  /** What it is about: the field of the input that holds its id, and with an `s` the screen that shows it. */
  readonly subject: string
  readonly roles: readonly OperatorRole[]
  /** `session`: to be logged in is enough. `passkey`: the operator signs the command. */
  readonly proof: 'session' | 'passkey'
  /**
   * `by_amount`: two operators where one of them, or one trader, would have had more than the setting `approval_limit` on one UTC day. The
   * input then names `amount` (null, for one without a bound, needs two) and `currency`, and `trader` if it is about one.
   */
  readonly people: 'one' | 'by_amount' | 'two'
  /** The facts that are signed. What has changed since then is refused. */
  readonly input: z.ZodMiniType
}

const stoppedSymbol = z.strictObject({ symbol: z.string().check(z.regex(/^[A-Z0-9]{3,12}$/)) })
const money = { trader: z.int(), amount: z.int().check(z.positive()), currency }
const words = text(300).check(z.minLength(3))
const reference = text(200).check(z.minLength(3))
const attempt = { deposit: z.uuid(), trader: z.int(), attempt: z.uuid() }
/** `charge`: a processor can charge an attempt more than once. */
const charge = { ...attempt, ...money, charge: z.int().check(z.positive()) }
/** By its attempt and charge. */
const chargeback = { deposit: z.uuid(), attempt: z.uuid(), charge: z.int().check(z.positive()) }
const part = { withdrawal: z.uuid(), part: z.int().check(z.positive()), ...money }

/** How long a promo code can be used. `amount`: what all its uses can give at most, null without a bound. */
const promoBounds = {
  promo: z.string().check(z.regex(/^[A-Z0-9-]{3,40}$/)),
  endsAtMs: z.nullable(timeMs),
  maxUses: z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  amount: z.nullable(z.int().check(z.positive())),
  currency: z.literal(baseCurrency),
}

/**
 * What operators can do at the desk. It makes its buttons and forms from this table, the server runs commands by these names, and the
 * database checks rights, amounts and signatures by a copy (`modules/operators/sql/operator-actions.sql`, by `npm run generate`).
 * Amounts are in minor units.
 */
export const operatorActions = {
  'withdrawal.approve': {
    subject: 'withdrawal',
    roles: ['payments'],
    proof: 'passkey',
    people: 'by_amount',
    input: z.strictObject({ withdrawal: z.uuid(), ...money }),
  },
  'withdrawal.reject': {
    subject: 'withdrawal',
    roles: ['payments', 'risk'],
    proof: 'passkey',
    people: 'one',
    /** `words`: what the trader reads. */
    input: z.strictObject({ withdrawal: z.uuid(), words }),
  },

  /** `amount`: what the processor has taken. */
  'deposit.resolve_paid': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'by_amount',
    subject: 'deposit',
    input: z.strictObject({ ...attempt, ...money, processorReference: z.optional(reference) }),
  },
  'deposit.resolve_unpaid': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'one',
    subject: 'deposit',
    input: z.strictObject(attempt),
  },
  'deposit.accept': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'by_amount',
    subject: 'deposit',
    input: z.strictObject(charge),
  },
  'deposit.refund': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'by_amount',
    subject: 'deposit',
    input: z.strictObject(charge),
  },
  'deposit.reverse': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'two',
    subject: 'deposit',
    input: z.strictObject(charge),
  },
  'deposit.ask': {
    roles: ['payments', 'risk', 'support'],
    proof: 'session',
    people: 'one',
    subject: 'deposit',
    input: z.strictObject(attempt),
  },
  /** `amount`: what has arrived. */
  'claim.accept': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'by_amount',
    subject: 'deposit',
    input: z.strictObject({ ...attempt, ...money }),
  },
  'claim.reject': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'one',
    subject: 'deposit',
    input: z.strictObject({ ...attempt, words }),
  },
  /** `evidence` replaces what was written before. */
  'chargeback.note': {
    roles: ['payments', 'risk', 'support'],
    proof: 'session',
    people: 'one',
    subject: 'deposit',
    input: z.strictObject({ ...chargeback, evidence: text(4000).check(z.minLength(3)), dueAtMs: timeMs }),
  },
  'chargeback.close': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'one',
    subject: 'deposit',
    input: z.strictObject({ ...chargeback, result: z.enum(['won', 'lost']) }),
  },
  /** An operator has sent the part. `reference`: that of the bank. */
  'withdrawal.pay_by_hand': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'by_amount',
    subject: 'withdrawal',
    input: z.strictObject({ ...part, reference }),
  },
  /** What has become of a part in doubt. `words`: the provider's reference of what was paid, or why not, which the trader reads. */
  'withdrawal.decide_doubt': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'by_amount',
    subject: 'withdrawal',
    input: z.strictObject({ ...part, result: z.enum(['paid', 'refused']), words: text(200).check(z.minLength(3)) }),
  },
  /** `change`: to cash, negative to take. `undoes`: the correction that it takes back. */
  'balance.correct': {
    roles: ['payments'],
    proof: 'passkey',
    people: 'two',
    subject: 'trader',
    input: z.strictObject({
      correction: z.uuid(),
      trader: z.int(),
      change: z.int().check(z.refine((change) => change !== 0)),
      currency,
      undoes: z.nullable(z.uuid()),
    }),
  },
  /** `turnover`: what it requires, by the settings. */
  'bonus.give': {
    roles: ['payments', 'marketing'],
    proof: 'passkey',
    people: 'by_amount',
    subject: 'trader',
    input: z.strictObject({ bonus: z.uuid(), ...money, turnover: z.int().check(z.positive()) }),
  },
  /** `symbol`: its name, or `ALL`. */
  'trading.stop': {
    subject: 'symbol',
    roles: ['payments', 'risk'],
    proof: 'passkey',
    people: 'one',
    input: stoppedSymbol,
  },
  'trading.resume': {
    subject: 'symbol',
    roles: ['payments', 'risk'],
    proof: 'passkey',
    people: 'one',
    input: stoppedSymbol,
  },
  /** `bonus` and `minDeposit` in minor units of the base currency; one of `percent` and `bonus`. */
  'promo.create': {
    subject: 'promo',
    roles: ['marketing'],
    proof: 'passkey',
    people: 'by_amount',
    input: z.strictObject({
      ...promoBounds,
      audience: z.enum(promoAudiences),
      percent: z.nullable(z.int().check(z.minimum(1), z.maximum(100))),
      bonus: z.nullable(z.int().check(z.minimum(1), z.maximum(99_999_999))),
      minDeposit: z.nullable(z.int().check(z.minimum(100), z.maximum(99_999_999))),
      startsAtMs: timeMs,
      maxUsesPerTrader: z.int().check(z.minimum(1), z.maximum(1000)),
    }),
  },
  'promo.change': {
    subject: 'promo',
    roles: ['marketing'],
    proof: 'passkey',
    people: 'by_amount',
    input: z.strictObject(promoBounds),
  },
  'promo.end': {
    subject: 'promo',
    roles: ['marketing'],
    proof: 'passkey',
    people: 'one',
    input: z.strictObject({ promo: promoBounds.promo }),
  },
} as const satisfies Readonly<Record<string, OperatorAction>>

export type OperatorActionName = keyof typeof operatorActions
export type ActionInput<N extends OperatorActionName> = z.output<(typeof operatorActions)[N]['input']>
