import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Operator } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { invariant } from '../../platform/http/errors.ts'
import { type ApprovalRequest, decideApproval, insertApproval, listOpenApprovals } from './approval-store.ts'
import { disableOperator, findActiveOperator, insertOperator, listOperators } from './operator-account-store.ts'

export type { Approval, ApprovalRequest } from './approval-store.ts'

export type OperatorsService = ReturnType<typeof createOperatorsService>

export type AuthenticatedOperator = { readonly id: number; readonly name: string }

/** Accounts of operators, and commands that wait for a second operator. */
export function createOperatorsService({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  const buildAudit = (by: Operator, action: string, subject: string, after: unknown) => ({
    by,
    action,
    subject,
    before: null,
    after,
    at: clock.now(),
  })

  return {
    listOperators: () => listOperators(db),
    listOpenApprovals: (limit: number) => listOpenApprovals(db, limit),

    hasOperators: async (): Promise<boolean> => (await listOperators(db)).length > 0,

    /** Null for an unknown or disabled operator, or a wrong secret. */
    async authenticate(name: string, secret: string): Promise<AuthenticatedOperator | null> {
      const operator = await findActiveOperator(db, name)
      if (operator === undefined || !timingSafeEqual(operator.secretHash, hashSecret(secret))) return null
      return { id: operator.id, name: operator.name }
    },

    /** Returns the secret, which is not stored. Null if the name is taken. */
    async addOperator(name: string, by: Operator): Promise<string | null> {
      const secret = randomBytes(24).toString('base64url')
      const audit = buildAudit(by, 'operator.add', `operator:${name}`, 'active')
      return (await insertOperator(db, name, hashSecret(secret), audit)) ? secret : null
    },

    /** False if there is no such active operator, or no other one. */
    disableOperator: (name: string, by: Operator): Promise<boolean> =>
      disableOperator(db, name, buildAudit(by, 'operator.disable', `operator:${name}`, 'disabled')),

    /** Null if this command waits for its approval already. */
    requestApproval(request: ApprovalRequest, operator: AuthenticatedOperator, by: Operator): Promise<number | null> {
      invariant(by.reason, 'a change has a reason')
      const about = request.command.startsWith('withdrawals ') ? 'withdrawal' : 'attempt'
      const audit = buildAudit(by, 'approval.request', `${about}:${request.reference}`, request)
      return insertApproval(db, request, operator.id, by.reason, audit)
    },

    /** Null if it is decided already. @throws a database error if the operator has requested it */
    decideApproval(id: number, isApproved: boolean, operator: AuthenticatedOperator, by: Operator) {
      const action = isApproved ? 'approval.approve' : 'approval.reject'
      return decideApproval(db, id, isApproved, operator.id, buildAudit(by, action, `approval:${id}`, isApproved))
    },
  }
}

/** The secret has 192 random bits: it cannot be guessed from its hash. */
function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
