import type { Processor, ReplyOutcome, UpstreamRequest } from '@tradefront/processors/processor'
import { translate } from '@tradefront/texts/translate'

import type { Deposit } from '../../deposits/service.ts'
import { deriveResultFromReply } from '../derive-attempt-result.ts'
import { buildReply } from './build-reply.ts'
import type { CardCallReply, CardPaymentDeps, Trader } from './card-payment.ts'

export type ProcessorCallDeps = Pick<CardPaymentDeps, 'gateway' | 'deposits' | 'markCardRisk'>

/** Without a readable reply, a charging attempt is in doubt. `deposit`: as written before the call.  */
export async function callProcessor(
  { gateway, deposits, markCardRisk }: ProcessorCallDeps,
  trader: Trader,
  processor: Processor,
  { reference, deposit }: { readonly reference: string; readonly deposit?: Deposit },
  call: 'start' | 'complete',
  request: UpstreamRequest,
): Promise<CardCallReply> {
  const response = await gateway.sendRequest(request)
  const charge = response.ok ? processor.upstream.parseChargeReply(response.json) : null
  if (charge === null) {
    const errorClass = response.ok ? 'unreadable' : response.fault
    const state = processor.canCharge ? 'in_doubt' : 'not_charged'
    await deposits.applyResult(reference, { source: 'reply', state, errorClass }, deposit)
    return buildReply(deposits, trader, reference, null, translate(trader.language, 'cards.response_error'))
  }
  const outcome = processor.interpretStartReply(charge.reply)
  if (!processor.canCharge && hasRefusedCard(outcome)) await markCardRisk(trader.id)
  const result = deriveResultFromReply(processor, charge, outcome)
  await deposits.applyResult(reference, { ...result, nativeReply: { call, reply: charge.reply } }, deposit)
  return buildReply(deposits, trader, reference, charge.reply)
}

/** The pre-check refused the card itself, not because of a limit. */
function hasRefusedCard(outcome: ReplyOutcome | null): boolean {
  return outcome?.kind === 'message' || (outcome?.kind === 'stop' && outcome.reason === 'bad_card')
}
