import { paymentRequest } from '@tradefront/contract/deposits'
import * as z from 'zod/mini'

import { localStore, userStorageKey } from '../../../platform/storage/local-storage.ts'
import { getCurrentUser } from '../../../platform/current-user.ts'

/**
 * What this browser keeps of its payment (spec: funding 3): written before any call goes out, so that a reload, a second
 * tab or a lost answer goes on under the same key. `id` is the deposit's, null until the server has told it.
 */
const recordSchema = z.object({
  key: z.string(),
  payment: paymentRequest,
  tried: z.array(z.string()),
  id: z.nullable(z.string()),
  at: z.number(),
})
export type PaymentRecord = z.infer<typeof recordSchema>

export const paymentRecord = {
  load: (): PaymentRecord | null => localStore.readItem(storageKey(), recordSchema),
  save: (record: PaymentRecord): boolean => localStore.writeItem(storageKey(), record),
  remove: (): void => localStore.deleteItem(storageKey()),
}

function storageKey(): string {
  return userStorageKey('payment', getCurrentUser()?.userId ?? 0)
}

/** A key that names one deposit. Also where the page is not served securely, which has no randomUUID. */
export function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
