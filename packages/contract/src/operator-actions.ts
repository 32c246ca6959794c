import * as z from 'zod/mini'

import { currency, text } from './wire.ts'

/** What operators can be. Each action names the roles that have the right to it. */
export const operatorRoles = ['support', 'documents', 'payments', 'risk', 'marketing', 'finance', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** Roles that move money. Who gives out rights has none of them: the check `operators_admin_apart` enforces it. */
const moneyRoles = ['payments', 'risk', 'marketing', 'finance'] as const satisfies readonly OperatorRole[]
export const areRolesApart = (roles: readonly OperatorRole[]): boolean =>
  !roles.includes('admin') || !moneyRoles.some((role) => roles.includes(role))

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

export const operatorName = z.string().check(z.regex(/^[a-z][a-z0-9._-]{1,39}$/))
const operatorRole = z.enum(operatorRoles)
const roleList = z.array(operatorRole).check(
  z.minLength(1),
  z.refine((roles) => new Set(roles).size === roles.length && areRolesApart(roles)),
)
/** SHA-256 in base64url. */
const hashText = z.string().check(z.regex(/^[\w-]{43}$/))
/** `before`: the value that the operator has seen. */
const settingChange = z.strictObject({
  setting: z.string().check(z.maxLength(60)),
  before: z.unknown(),
  value: z.unknown(),
})
const trader = z.strictObject({ trader: z.int() })
/** What proves the change, e.g. a paper and its date. */
const evidence = text(500).check(z.minLength(3))
const personName = text(60).check(z.minLength(1))
const depositLimit = z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000)))
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
  'operator.invite': {
    subject: 'operator',
    roles: ['admin'],
    proof: 'passkey',
    people: 'two',
    /** `invitation`: hash of the secret in the link. Only the browser that invites knows the secret. */
    input: z.strictObject({ operator: operatorName, roles: roleList, invitation: hashText }),
  },
  'operator.change_roles': {
    subject: 'operator',
    roles: ['admin'],
    proof: 'passkey',
    people: 'two',
    input: z.strictObject({ operator: operatorName, before: z.array(operatorRole), roles: roleList }),
  },
  'operator.disable': {
    subject: 'operator',
    roles: ['admin'],
    proof: 'passkey',
    people: 'two',
    input: z.strictObject({ operator: operatorName }),
  },
  'operator.remove_passkey': {
    subject: 'operator',
    roles: ['admin'],
    proof: 'passkey',
    people: 'two',
    /** `passkey`: its credential id in base64url. */
    input: z.strictObject({
      operator: operatorName,
      passkey: z.string().check(z.regex(/^[\w-]{22,1400}$/)),
      label: z.string(),
    }),
  },
  // The view `setting_rules` says which roles can change which setting, and by which of these two.
  'setting.change': {
    subject: 'setting',
    roles: ['support', 'payments', 'risk', 'marketing', 'finance', 'admin'],
    proof: 'passkey',
    people: 'one',
    input: settingChange,
  },
  'setting.change_dangerous': {
    subject: 'setting',
    roles: ['payments', 'risk', 'marketing', 'finance', 'admin'],
    proof: 'passkey',
    people: 'two',
    input: settingChange,
  },
  'trader.lock': { subject: 'trader', roles: ['support', 'risk'], proof: 'session', people: 'one', input: trader },
  'trader.unlock': { subject: 'trader', roles: ['support', 'risk'], proof: 'passkey', people: 'one', input: trader },
  'trader.end_sessions': {
    subject: 'trader',
    roles: ['support', 'risk'],
    proof: 'session',
    people: 'one',
    input: trader,
  },
  'trader.send_reset_link': {
    subject: 'trader',
    roles: ['support', 'risk'],
    proof: 'session',
    people: 'one',
    input: trader,
  },
  'trader.change_name': {
    subject: 'trader',
    roles: ['documents', 'risk'],
    proof: 'passkey',
    people: 'two',
    input: z.strictObject({
      trader: z.int(),
      before: z.strictObject({ firstName: z.string(), lastName: z.string() }),
      firstName: personName,
      lastName: personName,
      evidence,
    }),
  },
  'trader.change_email': {
    subject: 'trader',
    roles: ['documents', 'risk'],
    proof: 'passkey',
    people: 'two',
    input: z.strictObject({ trader: z.int(), before: z.string(), email: z.email().check(z.maxLength(254)), evidence }),
  },
  'trader.limit_deposits': {
    subject: 'trader',
    roles: ['payments', 'risk'],
    proof: 'passkey',
    people: 'one',
    /** In the base currency. Null: that of the site. */
    input: z.strictObject({ trader: z.int(), minCard: depositLimit, minOther: depositLimit, max: depositLimit }),
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
