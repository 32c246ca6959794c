import { paymentRequest } from '@tradefront/contract/cards'
import * as z from 'zod/mini'

import { storage, userKey } from '../../../platform/storage/local-storage.ts'
import { currentUser } from '../../../platform/current-user.ts'

/**
 * What this browser keeps of its payment (spec: funding 3): written before any call goes out, so that a reload, a second
 * tab or a lost answer goes on under the same key. `id` is the deposit's, null until the server has told it.
 */
const record = z.object({
  key: z.string(),
  payment: paymentRequest,
  tried: z.array(z.string()),
  id: z.nullable(z.string()),
  at: z.number(),
})
export type PaymentRecord = z.infer<typeof record>

export const paymentRecord = {
  read: (): PaymentRecord | null => storage.read(name(), record),
  write: (kept: PaymentRecord): boolean => storage.write(name(), kept),
  remove: (): void => storage.remove(name()),
}

function name(): string {
  return userKey('payment', currentUser()?.userId ?? 0)
}

/** A key that names one deposit. Also where the page is not served securely, which has no randomUUID. */
export function newPaymentKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
