import * as z from 'zod/mini'

import { currency, text } from './wire.ts'

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
   * input then names `trader`, `amount` and `currency`.
   */
  readonly people: 'one' | 'by_amount' | 'two'
  /** The facts that are signed. What has changed since then is refused. */
  readonly input: z.ZodMiniType
}

const stoppedSymbol = z.strictObject({ symbol: z.string().check(z.regex(/^[A-Z0-9]{3,12}$/)) })
const money = { trader: z.int(), amount: z.int().check(z.positive()), currency }

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
    input: z.strictObject({ withdrawal: z.uuid(), words: text(300).check(z.minLength(3)) }),
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
} as const satisfies Readonly<Record<string, OperatorAction>>

export type OperatorActionName = keyof typeof operatorActions
export type ActionInput<N extends OperatorActionName> = z.output<(typeof operatorActions)[N]['input']>
