import type { DepositView } from '@tradefront/contract/deposits'
import type { AttemptView, Processor, ReplyOutcome } from '@tradefront/processors/processor'
import type { ProviderRequest } from '@tradefront/processors/protocol'
import { getProcessor } from '@tradefront/processors/registry'
import { isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'
import { fromMinor } from '@tradefront/rules/ledger/money'
import type { Refusal } from '@tradefront/rules/result'
import { translate } from '@tradefront/texts/translate'

import type { AppContext } from '../../../context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { publishUserChanged } from '../../../platform/realtime/user-events.ts'
import { translateRefusal } from '../../../platform/translate-refusal.ts'
import {
  applyResult,
  type Attempt,
  type Deposit,
  type DepositWithContext,
  findAttempt,
  findDepositByReference,
  type NativeReply,
  publishDeposit,
  toDepositView,
} from '../../deposits/service.ts'
import { updateCardRisk } from '../../users/service.ts'
import { deriveResultFromReply } from '../derive-attempt-result.ts'
import type { Trader } from '../trader.ts'

/** The native fields of the processor, and the deposit. */
export type CardCallReply = NativeReply & {
  readonly in_progress?: boolean
  readonly deposit?: DepositView | null
  readonly message?: string
}

/**
 * Without a readable reply, a charging attempt is in doubt, and is asked about again at the times of `rules/deposits/inquiry-schedule.ts`.
 * `deposit` is as it was written before the call. The request is sent by `gateways/processor-gateway.ts`. What the reply means is in
 * the file `replies.ts` of the processor, what it changes in `deposits/apply-result.ts`.
 */
export async function callProcessor(
  context: AppContext,
  trader: Trader,
  processor: Processor,
  { reference, deposit }: { readonly reference: string; readonly deposit?: Deposit },
  call: 'start' | 'complete',
  request: ProviderRequest,
): Promise<CardCallReply> {
  const { upstream } = processor
  const response = await context.processors.sendRequest(upstream, request)
  const charge = response.ok ? upstream.parseChargeReply(response.json, response.status) : null
  if (charge === null) {
    const errorClass = response.ok ? 'unreadable' : response.fault
    const wasNeverSent = call === 'start' && errorClass === 'not_connected'
    const state = processor.canCharge && !wasNeverSent ? 'in_doubt' : 'not_charged'
    await applyResult(context, reference, { source: 'reply', state, errorClass }, deposit)
    return buildReply(context, trader, reference, null, translate(trader.language, 'cards.response_error'))
  }
  const outcome = processor.interpretStartReply(charge.reply)
  if (!processor.canCharge && hasRefusedCard(outcome)) await markCardRisk(context, trader.id)
  const result = deriveResultFromReply(processor, charge, outcome)
  await applyResult(context, reference, { ...result, nativeReply: { call, reply: charge.reply } }, deposit)
  return buildReply(context, trader, reference, charge.reply)
}

/** Returns whether the pre-check refused the card itself, not because of a limit. */
function hasRefusedCard(outcome: ReplyOutcome | null): boolean {
  return outcome?.kind === 'message' || (outcome?.kind === 'stop' && outcome.reason === 'bad_card')
}

async function markCardRisk(context: AppContext, userId: number): Promise<void> {
  if (await updateCardRisk(context.db, userId, true)) await publishUserChanged(context, userId)
}

/** Builds a reply from the processor's native one, else from the state of the attempt. */
export async function buildReply(
  context: AppContext,
  trader: Trader,
  reference: string,
  native: NativeReply | null,
  message?: string,
): Promise<CardCallReply> {
  const deposit = await findDepositByReference(context, reference)
  const attempt = findAttempt(deposit, reference)
  if (deposit === null || attempt === undefined) throw new AppError('errors.not_found')
  // The reply does not wait for this event, which only the user's other tabs and devices need.
  void publishDeposit(context, deposit)
  return {
    transaction_id: reference,
    id: deposit.id,
    ...(native ?? getProcessor(attempt.processor).buildStartReply(toAttemptView(deposit, attempt))),
    ...(native === null && { in_progress: isActiveState(attempt.state) }),
    ...(message !== undefined && { message }),
    deposit: toDepositView(deposit, trader.language),
  }
}

/**
 * Builds the reply to a repeated call: with the same key the stored reply of the processor, otherwise the state of the attempt in the
 * processor's fields.
 * @param call the stored reply to repeat; null for a call without a key
 */
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

/** Refuses in the processor's fields, because clients that know only the specification expect them. */
export function toNativeRefusal(processor: Processor, trader: Trader, refusal: Refusal): CardCallReply {
  const message = translateRefusal(trader.language, refusal)
  const { code } = refusal
  return { ...processor.rejectionReplies?.[code], return: false, error: code, message, deposit: null }
}

/** Shows the attempt without card and user. */
export function toAttemptView(deposit: Deposit, attempt: Attempt): AttemptView {
  const { reference, state, errorClass, action } = attempt
  const amount = fromMinor(deposit.amount, deposit.currency)
  return { reference, depositId: deposit.id, state, errorClass, action, amount, currency: deposit.currency }
}
