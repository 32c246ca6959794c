import * as z from 'zod/mini'

import {
  type ChargeInput,
  type ChargeReply,
  type ChargeStatus,
  type RefundStatus,
  type StatementSource,
  type Upstream,
  type ProcessorWebhook,
  takenBackReports,
} from '../processor.ts'
import { webUrl } from './replies.ts'
import { buildStandardRequest, standardProtocol } from './standard-protocol.ts'

const referenceText = z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[\w.:-]+$/))
const minorAmount = z.int().check(z.positive(), z.lte(Number.MAX_SAFE_INTEGER))
const currency = z.string().check(z.regex(/^[A-Z]{3}$/))
const reason = z.string().check(z.maxLength(200))

const chargeStatus = z.discriminatedUnion('status', [
  z.object({
    status: z.enum(['succeeded', ...takenBackReports]),
    psp_ref: referenceText,
    amount: minorAmount,
    currency,
  }),
  z.object({ status: z.enum(['declined_soft', 'declined_hard']), psp_ref: z.nullable(referenceText), reason }),
  z.object({ status: z.literal('pending'), psp_ref: z.nullable(referenceText) }),
  // The native reply is parsed separately, so that an unreadable one does not invalidate the status.
  z.object({
    status: z.literal('requires_action'),
    psp_ref: z.nullable(referenceText),
    redirect_url: z.optional(z.unknown()),
    reply: z.optional(z.unknown()),
  }),
  z.object({ status: z.literal('not_found') }),
  z.object({ status: z.literal('cancelled') }),
])

const webhook = z.object({ event_id: referenceText, ref: referenceText, charge: chargeStatus })
const refund = z.object({ status: z.enum(['refunded', 'refused', 'pending']) })

const statementPage = z.object({
  rows: z
    .array(
      z.object({
        kind: z.enum(['charge', 'refund']),
        ref: referenceText,
        refund_ref: z.string().check(z.maxLength(100)),
        amount: minorAmount,
        currency,
        status: z.string().check(z.maxLength(30)),
        created_at: z.iso.datetime(),
      }),
    )
    .check(z.maxLength(500)),
  next_offset: z.nullable(z.int().check(z.positive())),
})

const envelope = z.object({
  psp_ref: z.nullable(referenceText),
  amount: z.nullable(minorAmount),
  currency: z.nullable(currency),
  redirect_url: z.nullable(webUrl),
})

const hourMs = 3_600_000

/** An hour, a day and a week after a decline. */
export const standardLateInquiryDelaysMs: readonly number[] = [hourMs, 24 * hourMs, 7 * 24 * hourMs]

/**
 * Creates the protocol of docs/processors.md. Amounts are in minor units.
 * @param slug folder below the provider's address
 * @param native schema of the native reply
 * @param extra fields added to the start request
 */
export function createStandardUpstream(
  slug: string,
  native: z.ZodMiniType<Record<string, unknown>>,
  extra: Record<string, unknown> = {},
): Upstream {
  const startReply = z.extend(envelope, { reply: native })
  const parseChargeReply = (json: unknown): ChargeReply | null => {
    const read = startReply.safeParse(json)
    return read.success ? toChargeReply(read.data) : null
  }
  const toStatus = (read: z.output<typeof chargeStatus>): ChargeStatus => {
    if (read.status !== 'requires_action') return toChargeStatus(read)
    const { psp_ref, redirect_url = null, reply } = read
    const actionReply = parseChargeReply({ psp_ref, amount: null, currency: null, redirect_url, reply })
    return { status: read.status, processorReference: psp_ref, actionReply }
  }
  return {
    slug,
    protocol: standardProtocol,
    statement: createStatementSource(slug),
    buildStartRequest: (input) =>
      buildStandardRequest(slug, 'start', {
        ref: input.reference,
        amount: input.amountMinor,
        currency: input.currency,
        ...buildPayer(input),
        country: input.country,
        ...(input.descriptor !== undefined && { descriptor: input.descriptor }),
        user_id: input.userId,
        return_url: input.returnUrl,
        notify_url: input.notifyUrl,
        ...extra,
      }),
    buildCompleteRequest: ({ reference }, secret) =>
      buildStandardRequest(slug, 'complete', { ref: reference, ...secret }),
    parseChargeReply,
    buildStatusRequest: ({ reference }) => buildStandardRequest(slug, 'status', { ref: reference }),
    buildCancelRequest: ({ reference }) => buildStandardRequest(slug, 'cancel', { ref: reference }),
    parseChargeStatus: (json) => {
      const read = chargeStatus.safeParse(json)
      return read.success ? toStatus(read.data) : null
    },
    buildRefundRequest: ({ reference, refundReference, amountMinor, currency: inCurrency }) =>
      buildStandardRequest(slug, 'refund', {
        ref: reference,
        refund_ref: refundReference,
        amount: amountMinor,
        currency: inCurrency,
      }),
    parseRefundStatus: (json): RefundStatus | null => {
      const read = refund.safeParse(json)
      return read.success ? read.data : null
    },
    parseWebhook: (json): ProcessorWebhook | null => {
      const read = webhook.safeParse(json)
      if (!read.success) return null
      const { event_id: eventId, ref: reference, charge } = read.data
      const status = toStatus(charge)
      return { eventId, reference, charge: status, body: { ...read.data, charge: toKnownFields(charge, status) } }
    },
  }
}

function buildPayer({ card, account }: ChargeInput): Record<string, unknown> {
  if (card === undefined)
    return { account: { email: account?.email, id: account?.account, secure_id: account?.secureId } }
  return {
    card: {
      number: card.number,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      first_name: card.firstName,
      last_name: card.lastName,
      brand: card.brand,
    },
  }
}

/** Removes fields that we do not know, because they could contain card data. */
function toKnownFields(charge: z.output<typeof chargeStatus>, status: ChargeStatus): Record<string, unknown> {
  if (charge.status !== 'requires_action') return charge
  const { redirect_url, reply: _reply, ...known } = charge
  const actionReply = status.status === 'requires_action' ? status.actionReply : null
  return actionReply === null ? known : { ...known, redirect_url, reply: actionReply.reply }
}

function createStatementSource(slug: string): StatementSource {
  return {
    buildRequest: (from, to, offset) =>
      buildStandardRequest(slug, 'statement', { from: from.toISOString(), to: to.toISOString(), offset }),
    parsePage: (json) => {
      const read = statementPage.safeParse(json)
      if (!read.success) return null
      const rows = read.data.rows.map(({ ref, refund_ref, amount, created_at, ...row }) => ({
        ...row,
        reference: ref,
        refundReference: refund_ref,
        amountMinor: amount,
        createdAt: created_at,
      }))
      return { rows, nextOffset: read.data.next_offset }
    },
  }
}

function toChargeReply(read: z.output<typeof envelope> & { readonly reply: Record<string, unknown> }): ChargeReply {
  return {
    processorReference: read.psp_ref,
    amountMinor: read.amount,
    currency: read.currency,
    redirectUrl: read.redirect_url,
    reply: read.reply,
  }
}

function toChargeStatus(read: Exclude<z.output<typeof chargeStatus>, { status: 'requires_action' }>): ChargeStatus {
  switch (read.status) {
    case 'succeeded':
    case 'refunded':
    case 'reversed':
    case 'chargeback':
      return {
        status: read.status,
        processorReference: read.psp_ref,
        amountMinor: read.amount,
        currency: read.currency,
      }
    case 'declined_soft':
    case 'declined_hard':
      return { status: read.status, processorReference: read.psp_ref, reason: read.reason }
    case 'pending':
      return { status: read.status, processorReference: read.psp_ref }
    case 'not_found':
    case 'cancelled':
      return { status: read.status }
  }
}
