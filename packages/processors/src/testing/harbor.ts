import type { ProcessorName } from '@tradefront/contract/processor-names'
import * as z from 'zod/mini'

import type { ChargeReply, ChargeStatus, Upstream } from '../processor.ts'
import type { Protocol } from '../protocol.ts'
import { createWallet } from '../shared/create-wallet.ts'
import { webUrl } from '../shared/replies.ts'
import { isEqualInConstantTime, signatureWindowMs } from '../signature.ts'

/**
 * HARBOR is a made-up provider, with another protocol than the sandbox: forms, a bearer key, GET for the status, HTTP statuses with a meaning,
 * an idempotency key, and webhooks signed with their time. It shows how a provider is connected, and is in tests only.
 */
const harborProtocol: Protocol = {
  addresses: ['https://api.harbor.example', 'https://test.harbor.example'],
  keyNames: ['api_key', 'webhook_key'],
  bodyFormat: 'form',
  idempotencyHeader: 'idempotency-key',
  // 402: declined. 404: the payment is unknown.
  readableStatuses: [200, 201, 402, 404],
  authenticate: (_request, { keys }) => ({ authorization: `Bearer ${keys['api_key']?.[0] ?? ''}` }),
  // TLS proves who replies.
  isReplyGenuine: () => true,
  isReplyAbout: (json, { body, reference }) => {
    const { success, data } = about.safeParse(json)
    return success && data.payment === reference && (body?.['refund'] === undefined || data.refund === body['refund'])
  },
  isWebhookGenuine: ({ headers, body }, { keys, mac, nowMs }) => {
    const [, time = '', signature = ''] =
      /^time=(\d{10});sig=([0-9a-f]{64})$/.exec(String(headers['harbor-signature'])) ?? []
    if (time === '' || Math.abs(nowMs - Number(time) * 1000) > signatureWindowMs) return false
    return (keys['webhook_key'] ?? []).some((key) => isEqualInConstantTime(mac(key, `${time}.${body}`), signature))
  },
}

/** Each reply names the payment, and that to a refund the refund. */
const about = z.object({ payment: z.string(), refund: z.optional(z.string()) })

const reference = z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[\w-]+$/))
const named = { payment: reference, id: reference }
const money = { cents: z.int().check(z.positive()), currency: z.string().check(z.regex(/^[a-z]{3}$/)) }
const payment = z.discriminatedUnion('state', [
  z.object({ ...named, ...money, state: z.enum(['paid', 'returned', 'undone', 'disputed']) }),
  z.object({ ...named, state: z.literal('declined'), code: z.string().check(z.maxLength(60)), is_final: z.boolean() }),
  z.object({ ...named, state: z.literal('working') }),
  z.object({ ...named, state: z.literal('needs_payer'), page: z.optional(webUrl) }),
  z.object({ payment: reference, state: z.enum(['unknown', 'voided']) }),
])
type Payment = z.output<typeof payment>
const refund = z.object({ state: z.enum(['refunded', 'refused', 'working']) })
const webhook = z.object({ event: reference, type: z.string(), data: z.unknown() })

const takenStates = { paid: 'succeeded', returned: 'refunded', undone: 'reversed', disputed: 'chargeback' } as const

/** An unknown payment has this state with the status 404 only: a page of a proxy says nothing. */
function parsePayment(json: unknown, httpStatus: number): Payment | null {
  const read = payment.safeParse(json)
  return read.success && (read.data.state === 'unknown') === (httpStatus === 404) ? read.data : null
}

function toChargeStatus(read: Payment): ChargeStatus {
  switch (read.state) {
    case 'paid':
    case 'returned':
    case 'undone':
    case 'disputed': {
      const { id, cents, currency } = read
      const taken = { processorReference: id, amountMinor: cents, currency: currency.toUpperCase() }
      return { status: takenStates[read.state], ...taken }
    }
    case 'declined': {
      const { id, code: reason, is_final: isFinal } = read
      return { status: isFinal ? 'declined_hard' : 'declined_soft', processorReference: id, reason }
    }
    case 'working':
      return { status: 'pending', processorReference: read.id }
    case 'needs_payer':
      return { status: 'requires_action', processorReference: read.id, actionReply: toChargeReply(read) }
    case 'unknown':
      return { status: 'not_found' }
    case 'voided':
      return { status: 'cancelled' }
  }
}

/** Translates a payment into the reply of wallets, which browser and server read. Null: a start request cannot have this answer. */
function toChargeReply(read: Payment): ChargeReply | null {
  const none = { amountMinor: null, currency: null, redirectUrl: null }
  switch (read.state) {
    case 'paid': {
      const taken = { amountMinor: read.cents, currency: read.currency.toUpperCase(), redirectUrl: null }
      return { processorReference: read.id, ...taken, reply: { return: true, status: 'success' } }
    }
    case 'declined': {
      const reply = { return: false, status: read.is_final ? 'failed' : 'declined' }
      return { processorReference: read.id, ...none, reply }
    }
    case 'working':
      return { processorReference: read.id, ...none, reply: { return: true, status: 'pending' } }
    case 'needs_payer': {
      const reply = { return: true, status: 'redirect', redirect: read.page }
      return read.page === undefined ? null : { processorReference: read.id, ...none, reply }
    }
    default:
      return null
  }
}

const toPath = (name: string, action = '') => `/v1/payments/${encodeURIComponent(name)}${action}`

export const harborUpstream: Upstream = {
  slug: 'harbor',
  protocol: harborProtocol,
  buildStartRequest: ({ reference: name, amountMinor, currency, account, returnUrl, notifyUrl }) => ({
    call: 'start',
    method: 'POST',
    path: '/v1/payments',
    reference: name,
    idempotencyKey: name,
    body: {
      payment: name,
      cents: amountMinor,
      currency: currency.toLowerCase(),
      payer: { email: account?.email },
      return_to: returnUrl,
      webhooks_to: notifyUrl,
    },
  }),
  buildCompleteRequest: ({ reference: name }, { cvv }) => ({
    call: 'complete',
    method: 'POST',
    path: toPath(name, '/confirm'),
    body: { code: cvv },
    reference: name,
    idempotencyKey: `${name} confirm`,
  }),
  buildStatusRequest: ({ reference: name }) => ({
    call: 'status',
    method: 'GET',
    path: toPath(name),
    body: null,
    reference: name,
  }),
  buildCancelRequest: ({ reference: name }) => ({
    call: 'cancel',
    method: 'POST',
    path: toPath(name, '/void'),
    body: null,
    reference: name,
    idempotencyKey: `${name} void`,
  }),
  buildRefundRequest: ({ reference: name, refundReference, amountMinor }) => ({
    call: 'refund',
    method: 'POST',
    path: toPath(name, '/refunds'),
    reference: name,
    body: { refund: refundReference, cents: amountMinor },
    idempotencyKey: refundReference,
  }),
  parseChargeReply: (json, httpStatus) => {
    const read = parsePayment(json, httpStatus)
    return read && toChargeReply(read)
  },
  parseChargeStatus: (json, httpStatus) => {
    const read = parsePayment(json, httpStatus)
    return read && toChargeStatus(read)
  },
  parseRefundStatus: (json) => {
    const read = refund.safeParse(json)
    if (!read.success) return null
    return { status: read.data.state === 'working' ? 'pending' : read.data.state }
  },
  parseWebhook: (json) => {
    const event = webhook.safeParse(json)
    if (!event.success) return null
    if (event.data.type !== 'payment') return 'irrelevant'
    const read = payment.safeParse(event.data.data)
    if (!read.success) return null
    // What the schemas have read, and nothing else, is stored.
    const body = { ...event.data, data: read.data }
    return { eventId: event.data.event, reference: read.data.payment, charge: toChargeStatus(read.data), body }
  },
}

export const harbor = createWallet('harbor', { name: 'HARBOR' as ProcessorName, upstream: harborUpstream })
