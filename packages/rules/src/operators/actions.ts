/** What operators can be. Each right to an action names the roles that have it. */
export const operatorRoles = ['support', 'documents', 'payments', 'risk', 'marketing', 'finance', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

export type OperatorAction = {
  readonly roles: readonly OperatorRole[]
  /** `session`: being logged in is enough. `passkey`: the operator signs the command. */
  readonly proof: 'session' | 'passkey'
  /** `by_amount`: two where the setting `approval_limit` is exceeded by what one operator, or one trader, has had this day. */
  readonly people: 'one' | 'by_amount' | 'two'
}

/**
 * What operators can do, and who of them. The desk makes its buttons from it, the server runs its commands by these names, and the
 * database checks it (`modules/operators/sql/operator-actions.sql`, which is generated).
 */
export const operatorActions = {
  'operator.invite': { roles: ['admin'], proof: 'passkey', people: 'two' },
  'operator.change_roles': { roles: ['admin'], proof: 'passkey', people: 'two' },
  'operator.disable': { roles: ['admin'], proof: 'passkey', people: 'one' },
  'setting.change': { roles: ['risk', 'payments'], proof: 'passkey', people: 'two' },
  'withdrawal.approve': { roles: ['payments'], proof: 'passkey', people: 'by_amount' },
  'withdrawal.reject': { roles: ['payments', 'risk'], proof: 'passkey', people: 'one' },
} as const satisfies Readonly<Record<string, OperatorAction>>

export type OperatorActionName = keyof typeof operatorActions
