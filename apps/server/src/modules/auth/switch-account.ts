import { type Result, ok, refuse } from '@tradefront/rules/result'

import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { updateChosenAccount } from '../users/service.ts'
import { updateSessionAccount } from './session-store.ts'

/** Changes the account that this session shows, and tells the pages of the session that show the other one. Other sessions do not change. */
export async function switchAccount(
  context: AppContext,
  user: Pick<SessionUser, 'id' | 'hasRealAccount'>,
  sessionHash: Buffer,
  isPractice: boolean,
): Promise<Result<void, 'auth.no_real_account'>> {
  if (!isPractice && !user.hasRealAccount) return refuse('auth.no_real_account')
  await context.db.transaction().execute((trx) => showAccount(trx, { userId: user.id, sessionHash, isPractice }))
  await publishUserChanged(context, user.id)
  return ok()
}

/** Shows an account in the session, and at the next log-in. */
export async function showAccount(
  trx: Db,
  {
    userId,
    sessionHash,
    isPractice,
  }: { readonly userId: number; readonly sessionHash: Buffer; readonly isPractice: boolean },
): Promise<void> {
  await updateChosenAccount(trx, userId, isPractice)
  await updateSessionAccount(trx, sessionHash, isPractice)
}
