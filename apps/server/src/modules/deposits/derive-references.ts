import { deriveUuid } from '../../platform/derive-uuid.ts'
import type { ProcessorCode } from './deposit.ts'

/** This must never change: processors know charges by references derived from it. */
const namespace = 'f1a5a0b4-3c52-4f0e-9d0c-5f8f3c1f7c55'

/*
 * If the database loses a commit, e.g. in a fail-over, the browser repeats its call, and the deposit and the attempt get
 * the same ids again. The processor then recognizes its charge instead of making another one.
 */

export function deriveDepositId(userId: number, idempotencyKey: string): string {
  return deriveUuid(namespace, `deposit:${userId}:${idempotencyKey}`)
}

/** Derives the reference of a refund. @param movement of the money that the refund moves */
export function deriveRefundReference(attemptReference: string, movement: number): string {
  return deriveUuid(namespace, `refund:${attemptReference}:${movement}`)
}

export function deriveAttemptReference(depositId: string, processor: ProcessorCode): string {
  return deriveUuid(namespace, `attempt:${depositId}:${processor}`)
}
