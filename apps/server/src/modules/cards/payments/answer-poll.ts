import type { Processor } from '@tradefront/processors/processor'

import { AppError } from '../../../platform/http/errors.ts'
import { findAttempt, hasSession, toDepositView } from '../../deposits/service.ts'
import { type CardCallReply, type CardPaymentDeps, toAttemptView } from './card-payment.ts'

/**
 * @param candidates processors that share the path; `id` of the deposit is null if none has the transaction
 * @throws AppError 401 without a session, 404 for an unknown or another user's
 * reference
 */
export function createAnswerPoll({ db, deposits, clock }: CardPaymentDeps) {
  return async (
    sessionHash: Buffer,
    candidates: readonly Processor[],
    { transactionId, id }: { readonly transactionId: string; readonly id: string | null },
  ): Promise<CardCallReply> => {
    const polled = id === null ? null : await deposits.findForPoll({ sessionHash, depositId: id, now: clock.now() })
    if (polled === null) {
      const isKnown = await hasSession(db, sessionHash, clock.now())
      throw new AppError(isKnown ? 'errors.not_found' : 'errors.session')
    }
    const { deposit } = polled
    const attempt = findAttempt(deposit, transactionId)
    const processor = candidates.find((each) => each.name === attempt?.processor)
    if (attempt === undefined || processor?.buildListenReply === undefined) throw new AppError('errors.not_found')
    return {
      ...processor.buildListenReply(toAttemptView(deposit, attempt)),
      deposit: toDepositView(deposit, deposit.language),
    }
  }
}
