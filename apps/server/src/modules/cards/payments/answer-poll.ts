import type { Processor } from '@tradefront/processors/processor'

import type { AppContext } from '../../../context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { findAttempt, findDepositForPoll, hasSession, toDepositView } from '../../deposits/service.ts'
import { type CardCallReply, toAttemptView } from './call-processor.ts'

/**
 * @param candidates processors that share the path; `id` of the deposit is null if none has the transaction
 * @throws AppError 401 without a session, 404 for a reference that is unknown or another user's
 */
export async function answerPoll(
  context: AppContext,
  sessionHash: Buffer,
  candidates: readonly Processor[],
  { transactionId, id }: { readonly transactionId: string; readonly id: string | null },
): Promise<CardCallReply> {
  const { clock, db } = context
  const deposit =
    id === null ? null : await findDepositForPoll(context, { sessionHash, depositId: id, now: clock.now() })
  if (deposit === null) {
    const isKnown = await hasSession(db, sessionHash, clock.now())
    throw new AppError(isKnown ? 'errors.not_found' : 'errors.session')
  }
  const attempt = findAttempt(deposit, transactionId)
  const processor = candidates.find((each) => each.name === attempt?.processor)
  if (attempt === undefined || processor?.buildListenReply === undefined) throw new AppError('errors.not_found')
  return {
    ...processor.buildListenReply(toAttemptView(deposit, attempt)),
    deposit: toDepositView(deposit, deposit.language),
  }
}
