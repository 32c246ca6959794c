import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import type { OperatorRole } from '@tradefront/contract/operator-actions'

import type { AppContext } from '../../context.ts'
import type { Operator } from '../../platform/audit.ts'
import { invariant } from '../../platform/http/errors.ts'
import { type ApprovalRequest, updateApproval, insertApproval } from './approval-store.ts'
import {
  updateDisabledOperator,
  findActiveOperator,
  insertOperator,
  listOperators,
  upsertInvitedOperator,
} from './operator-account-store.ts'

export { createServerReaderKey } from './answer-sealed-reads.ts'
export type { Approval, ApprovalRequest } from './approval-store.ts'

export type AuthenticatedOperator = { readonly id: number; readonly name: string }

// Accounts of operators, and commands that wait for a second operator.

export async function hasOperators({ db }: AppContext): Promise<boolean> {
  return (await listOperators(db)).length > 0
}

/** Null if no active operator has this name and secret. */
export async function authenticateOperator(
  { db }: AppContext,
  name: string,
  secret: string,
): Promise<AuthenticatedOperator | null> {
  const operator = await findActiveOperator(db, name)
  if (operator === undefined || !timingSafeEqual(operator.secretHash, hashSecret(secret))) return null
  return { id: operator.id, name: operator.name }
}

/** Returns the secret, which is not stored. Null if the name is taken. */
export async function addOperator(context: AppContext, name: string, by: Operator): Promise<string | null> {
  const secret = randomBytes(24).toString('base64url')
  const audit = buildAudit(context, by, 'operator.add', `operator:${name}`, 'active')
  return (await insertOperator(context.db, name, hashSecret(secret), audit)) ? secret : null
}

/** Returns the secret of a link to the desk, good for three days, which is not stored. */
export async function inviteOperator(
  context: AppContext,
  name: string,
  roles: readonly OperatorRole[],
  by: Operator,
): Promise<string> {
  const secret = randomBytes(32)
  const audit = buildAudit(context, by, 'operator.invite', `operator:${name}`, { roles })
  await upsertInvitedOperator(context.db, name, roles, createHash('sha256').update(secret).digest(), audit)
  return secret.toString('base64url')
}

/** False if there is no such active operator, or no other one. */
export function disableOperator(context: AppContext, name: string, by: Operator): Promise<boolean> {
  return updateDisabledOperator(
    context.db,
    name,
    buildAudit(context, by, 'operator.disable', `operator:${name}`, 'disabled'),
  )
}

/** Null if this command waits for its approval already. */
export function requestApproval(
  context: AppContext,
  request: ApprovalRequest,
  operator: AuthenticatedOperator,
  by: Operator,
): Promise<number | null> {
  invariant(by.reason, 'a change has a reason')
  const about = request.command.startsWith('withdrawals ') ? 'withdrawal' : 'attempt'
  const audit = buildAudit(context, by, 'approval.request', `${about}:${request.reference}`, request)
  return insertApproval(context.db, request, operator.id, by.reason, audit)
}

/** Null if it is decided already. @throws a database error if the operator has requested it */
export function decideApproval(
  context: AppContext,
  id: number,
  isApproved: boolean,
  operator: AuthenticatedOperator,
  by: Operator,
) {
  const action = isApproved ? 'approval.approve' : 'approval.reject'
  return updateApproval(
    context.db,
    id,
    isApproved,
    operator.id,
    buildAudit(context, by, action, `approval:${id}`, isApproved),
  )
}

function buildAudit({ clock }: AppContext, by: Operator, action: string, subject: string, after: unknown) {
  return {
    by,
    action,
    subject,
    before: null,
    after,
    at: clock.now(),
  }
}

/** The secret has 192 random bits: it cannot be guessed from its hash. */
function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
