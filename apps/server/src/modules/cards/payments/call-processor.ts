import type { Processor, UpstreamRequest } from '@tradefront/processors/processor'
import { translate } from '@tradefront/texts/translate'

import type { Deposit } from '../../deposits/service.ts'
import { deriveResultFromReply } from '../derive-attempt-result.ts'
import { buildReply } from './build-reply.ts'
import type { CardCallReply, CardPaymentDeps, Trader } from './card-payment.ts'

/** Without a readable reply, a charging attempt is in doubt. `deposit`: as written before the call.  */
export async function callProcessor(
  { gateway, deposits }: CardPaymentDeps,
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
  const result = deriveResultFromReply(processor, charge, processor.interpretStartReply(charge.reply))
  await deposits.applyResult(reference, { ...result, nativeReply: { call, reply: charge.reply } }, deposit)
  return buildReply(deposits, trader, reference, charge.reply)
}
