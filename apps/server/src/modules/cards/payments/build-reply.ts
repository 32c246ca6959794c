import type { Processor } from '@tradefront/processors/processor'
import { getProcessor } from '@tradefront/processors/registry'
import { isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'
import type { Refusal } from '@tradefront/rules/result'
import { translate } from '@tradefront/texts/translate'

import { AppError } from '../../../platform/http/errors.ts'
import {
  type Attempt,
  type DepositsService,
  type DepositWithContext,
  findAttempt,
  type NativeReply,
  toDepositView,
} from '../../deposits/service.ts'
import { type CardCallReply, toAttemptView, type Trader } from './card-payment.ts'

/** The processor's native reply, else the attempt's state. */
export async function buildReply(
  {
    findByAttemptReference,
    notifyDepositChanged,
  }: Pick<DepositsService, 'findByAttemptReference' | 'notifyDepositChanged'>,
  trader: Trader,
  reference: string,
  native: NativeReply | null,
  message?: string,
): Promise<CardCallReply> {
  const deposit = await findByAttemptReference(reference)
  const attempt = findAttempt(deposit, reference)
  if (deposit === null || attempt === undefined) throw new AppError('errors.not_found')
  // Not awaited: only for the user's other tabs and devices.
  void notifyDepositChanged(deposit)
  return {
    transaction_id: reference,
    id: deposit.id,
    ...(native ?? getProcessor(attempt.processor).buildStartReply(toAttemptView(deposit, attempt))),
    ...(native === null && { in_progress: isActiveState(attempt.state) }),
    ...(message !== undefined && { message }),
    deposit: toDepositView(deposit, trader.language),
  }
}

/** @param call the stored reply to repeat; null for a call without a key */
export function buildRepeatedReply(
  trader: Trader,
  processor: Processor,
  deposit: DepositWithContext,
  attempt: Attempt,
  call: 'start' | 'complete' | null,
): CardCallReply {
  const view = toDepositView(deposit, trader.language)
  const references = { transaction_id: attempt.reference, id: deposit.id }
  const storedReply = call === null ? undefined : attempt.replayedReplies[call]
  if (storedReply !== undefined) return { ...references, ...storedReply, deposit: view }
  return {
    ...references,
    ...processor.buildStartReply(toAttemptView(deposit, attempt)),
    in_progress: true,
    deposit: view,
  }
}

/** Clients that know only the specification expect native fields. */
export function toNativeRefusal(processor: Processor, trader: Trader, { code, params }: Refusal): CardCallReply {
  const message = translate(trader.language, code, params)
  return { ...processor.rejectionReplies?.[code], return: false, error: code, message, deposit: null }
}
