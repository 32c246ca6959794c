import type { AttemptView, Processor } from '../processor.ts'
import { standardKey } from '../shared/standard-protocol.ts'
import { signatureHeader, signRequest } from '../signature.ts'
import { pageUrl, type ProviderWords, type SaidCharge } from './provider-words.ts'

const toCharge = ({ status, processorReference, amountMinor, currency, reason }: SaidCharge) => ({
  status,
  psp_ref: processorReference,
  amount: amountMinor,
  currency,
  reason,
})
const toWaiting = (processor: Processor, attempt: AttemptView) => ({
  psp_ref: 'p',
  redirect_url: pageUrl,
  reply: processor.buildStartReply(attempt),
})

/** The protocol of docs/processors.md. */
export const standardWords: ProviderWords = {
  sayStatus: (charge) => ({ json: { ref: charge.reference, ...toCharge(charge) }, httpStatus: 200 }),
  sayWaitingStart: (processor, attempt, extra) => {
    const { reply, ...envelope } = toWaiting(processor, attempt)
    const native = { ...reply, ...extra }
    const json = { ref: attempt.reference, ...envelope, amount: null, currency: null, reply: native, ...extra }
    return { json, httpStatus: 200 }
  },
  sayWaitingStatus: (processor, attempt) => ({
    json: { ref: attempt.reference, status: 'requires_action', ...toWaiting(processor, attempt) },
    httpStatus: 200,
  }),
  sayRefund: ({ reference, refundReference, status }) => ({
    json: { ref: reference, refund_ref: refundReference, status },
    httpStatus: 200,
  }),
  sayAmount: String,
  sayWebhook: (eventId, charge) => ({ event_id: eventId, ref: charge.reference, charge: toCharge(charge) }),
  signWebhook: (webhook, { keys, mac, nowMs }) => ({
    [signatureHeader]: signRequest(mac, keys[standardKey]?.[0] ?? '', webhook, nowMs),
  }),
}
