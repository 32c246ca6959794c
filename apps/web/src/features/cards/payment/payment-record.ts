import { paymentRequest } from '@tradefront/contract/deposits'
import * as z from 'zod/mini'

import { localStore, userStorageKey } from '../../../platform/storage/local-storage.ts'
import { getCurrentUser } from '../../../platform/current-user.ts'

/**
 * A record is saved before the first call (spec: funding 3), so that the payment continues with the same key after a reload or a lost
 * reply. `id` is the deposit's, null until the server has replied.
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

/** Creates a key, also on pages without TLS, which have no randomUUID. */
export function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
