import { createHash, randomBytes } from 'node:crypto'

import type { OperatorRole } from '@tradefront/contract/operator-actions'

import type { AppContext } from '../../context.ts'
import type { Operator } from '../../platform/audit.ts'
import { updateDisabledOperator, upsertInvitedOperator } from './operator-account-store.ts'

export { endOperatorSessions } from './operator-account-store.ts'
export { createServerReaderKey } from './answer-sealed-reads.ts'
export { deleteSealedUpload, openSealedUpload } from './sealed-upload-store.ts'

/** Invites an operator. Returns the secret of a link to the desk, which is good for three days and not stored. */
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

/** Disables an operator. Returns false if there is no such active operator, or no other one. */
export function disableOperator(context: AppContext, name: string, by: Operator): Promise<boolean> {
  return updateDisabledOperator(
    context.db,
    name,
    buildAudit(context, by, 'operator.disable', `operator:${name}`, 'disabled'),
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
