import { pageUrl, type ProviderWords, type SaidCharge } from './provider-words.ts'

const states: Readonly<Record<string, string>> = {
  succeeded: 'paid',
  refunded: 'returned',
  reversed: 'undone',
  chargeback: 'disputed',
  declined_soft: 'declined',
  declined_hard: 'declined',
  pending: 'working',
  not_found: 'unknown',
  cancelled: 'voided',
}

const toPayment = ({ reference, status, processorReference, amountMinor, currency, reason }: SaidCharge) => ({
  payment: reference,
  id: processorReference,
  state: states[status],
  cents: amountMinor,
  code: reason,
  currency: typeof currency === 'string' ? currency.toLowerCase() : currency,
  is_final: status === 'declined_hard',
})

/** What HARBOR says. */
export const harborWords: ProviderWords = {
  sayStatus: (charge) => ({
    json: toPayment(charge),
    httpStatus: charge.status === 'not_found' ? 404 : charge.status.startsWith('declined') ? 402 : 200,
  }),
  sayWaitingStart: (_processor, { reference }, extra) => ({
    json: { payment: reference, id: 'p', state: 'needs_payer', page: pageUrl, ...extra },
    httpStatus: 201,
  }),
  sayWaitingStatus: (_processor, { reference }) => ({
    json: { payment: reference, id: 'p', state: 'needs_payer', page: pageUrl },
    httpStatus: 200,
  }),
  sayRefund: ({ reference, refundReference, status }) => ({
    json: { payment: reference, refund: refundReference, state: status === 'pending' ? 'working' : status },
    httpStatus: 200,
  }),
  sayAmount: String,
  sayWebhook: (eventId, charge) => ({ event: eventId, type: 'payment', data: toPayment(charge) }),
  signWebhook: ({ body }, { keys, mac, nowMs }) => {
    const time = Math.floor(nowMs / 1000)
    return { 'harbor-signature': `time=${time};sig=${mac(keys['webhook_key']?.[0] ?? '', `${time}.${body}`)}` }
  },
}
