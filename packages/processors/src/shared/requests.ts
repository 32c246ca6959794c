import { paymentRequest } from '@tradefront/contract/deposits'
import { amount, text } from '@tradefront/contract/wire'
import * as z from 'zod/mini'

import type { ProcessorCall, CallInput, CallPayment, CallReferences } from '../processor.ts'

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

export function parseListenReferences({ body }: { readonly body: unknown }): CallReferences {
  const read = listenRequest.safeParse(body)
  return read.success ? { transactionId: read.data.transaction_id, id: read.data.id } : {}
}

/** The body (for `forward` the query) that the browser sends. */
export function buildCallBody({ operation, buildBody }: ProcessorCall, input: CallInput): Record<string, unknown> {
  if (buildBody !== undefined) return buildBody(input)
  return operation === 'listen' ? { transaction_id: input.transactionId, id: input.id } : { ...input.payment }
}
