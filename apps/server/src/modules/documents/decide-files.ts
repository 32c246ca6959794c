import { getVerificationLevel } from '@tradefront/rules/documents/document-state'
import type { RefusalReason } from '@tradefront/rules/documents/document-kinds'

import type { AppContext } from '../../context.ts'
import type { Operator } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import { lockUser, updateVerification } from '../users/service.ts'
import { sendDecisionEmail } from './decision-emails.ts'
import { insertDocumentAudit, listApprovedKinds, supersedeOlderDecisions, updateDecision } from './decision-store.ts'
import { type StoredFile, hasPaidByCard } from './store.ts'

export type Decision =
  | { readonly approve: true; readonly reason: null }
  | { readonly approve: false; readonly reason: RefusalReason }

export type DecisionRecipient = {
  readonly email: string
  readonly language: string
  readonly isVerifiedNow: boolean
}

export type FilesToDecide = Pick<StoredFile, 'userId' | 'kind'> & { readonly ids: readonly string[] }

/** Rolls back when a file no longer waits. */
class ConcurrentDecisionError extends Error {}

/** Decides all files or none, with an audit entry and a mail. Returns false if a file no longer waits. */
export async function decideFiles(
  context: AppContext,
  files: FilesToDecide,
  decision: Decision,
  by: Operator,
): Promise<boolean> {
  const at = context.clock.now()
  try {
    await context.db.transaction().execute(async (trx) => {
      const user = await lockUser(trx, files.userId)
      const decided = await updateDecision(trx, files, files.ids, decision, at)
      if (decided !== files.ids.length) throw new ConcurrentDecisionError()
      await supersedeOlderDecisions(trx, files, files.ids, decision)
      const verification = decision.approve
        ? await raiseVerification(trx, files.userId, user.verification, at)
        : user.verification
      await insertDocumentAudit(trx, files.userId, {
        by,
        action: decision.approve ? 'document.approve' : 'document.refuse',
        before: { verification: user.verification },
        after: { verification, kind: files.kind, files: files.ids, reason: decision.reason },
        at,
      })
      const isVerifiedNow = verification === 'Full' && user.verification !== 'Full'
      await sendDecisionEmail(
        context,
        { email: user.email, language: user.language, isVerifiedNow },
        files.kind,
        decision,
        trx,
      )
    })
    return true
  } catch (error) {
    if (error instanceof ConcurrentDecisionError) return false
    throw error
  }
}

/** Raises the verification that the files reach, and never lowers it. */
async function raiseVerification(trx: Db, userId: number, current: string, at: Date): Promise<string> {
  const approvedKinds = new Set(await listApprovedKinds(trx, userId))
  const reached = getVerificationLevel(approvedKinds, await hasPaidByCard(trx, userId))
  if (current === 'Full' || reached === 'None') return current
  await updateVerification(trx, userId, reached, reached === 'Full' ? at : null)
  return reached
}
