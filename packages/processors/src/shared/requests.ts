import { type PaymentRequest, paymentRequest } from '@tradefront/contract/deposits'
import { amount, text } from '@tradefront/contract/wire'
import * as z from 'zod/mini'

import type { ProcessorCall, CallInput, CallPayment, CallReferences, WalletFields } from '../processor.ts'

/** Body of a listen call (spec: funding 7). */
export const listenRequest = z.strictObject({ transaction_id: text(64), id: text(64) })

/** The payment request as a query. */
export const paymentQuery = z.strictObject({
  amount: z.string().check(z.regex(/^\d{1,9}(\.\d{1,5})?$/)),
  fixed: z.enum(['0', '1']),
  bonus: z.enum(['0', '1']),
})

const paymentFields = z.object({ amount, fixed: paymentRequest.shape.fixed, bonus: paymentRequest.shape.bonus })

export function parsePaymentRequest(body: unknown): CallPayment | null {
  const read = paymentFields.safeParse(body)
  return read.success ? read.data : null
}

/** All fields that start calls of wallets can have, by their names on the wire. */
const walletFields = z.object({
  email: z.optional(z.string()),
  currency: z.optional(z.string()),
  random: z.optional(z.string()),
  net_account: z.optional(z.string()),
  secure_id: z.optional(z.string()),
})

export function parseWalletFields(body: unknown): WalletFields {
  const read = walletFields.safeParse(body)
  if (!read.success) return {}
  const { net_account: account, secure_id: secureId, ...fields } = read.data
  return { ...fields, account, secureId }
}

const walletPayment = z.object({
  amount,
  fixed: z.optional(paymentRequest.shape.fixed),
  bonus: z.optional(paymentRequest.shape.bonus),
})

/**
 * Reads the payment of a wallet's request. It has no bonus unless the bonus is requested. `fixed` is the opposite of the bonus if the call
 * has no such field.
 */
export function parseWalletPayment(body: unknown): PaymentRequest | null {
  const read = walletPayment.safeParse(body)
  if (!read.success) return null
  const { bonus = 0, fixed = bonus === 1 ? 0 : 1 } = read.data
  return { amount: read.data.amount, fixed, bonus }
}

export function parseListenReferences({ body }: { readonly body: unknown }): CallReferences {
  const read = listenRequest.safeParse(body)
  return read.success ? { transactionId: read.data.transaction_id, id: read.data.id } : {}
}

/** Builds the body that the browser sends, or the query for `forward`. */
export function buildCallBody({ operation, buildBody }: ProcessorCall, input: CallInput): Record<string, unknown> {
  if (buildBody !== undefined) return buildBody(input)
  return operation === 'listen' ? { transaction_id: input.transactionId, id: input.id } : { ...input.payment }
}
