import type { CallReferences, Processor } from '@tradefront/processors/processor'

import type { CardPaymentDeps, Trader } from './card-payment.ts'
import { findActiveAtProcessor } from '../../deposits/service.ts'

/** Returns the page where the user's attempt waits. Changes nothing, because it is called by GET. */
export function createFindRedirectUrl({ db }: CardPaymentDeps) {
  return async (trader: Trader, { name }: Processor, { transactionId }: CallReferences): Promise<string | null> => {
    const deposit = await findActiveAtProcessor(db, trader.id, name)
    const attempt = deposit?.attempts.find((each) => each.processor === name && each.state === 'requires_action')
    if (attempt?.action === null || attempt?.action === undefined || attempt.action.kind === 'tokenize') return null
    const isOtherAttempt =
      transactionId !== undefined && transactionId !== attempt.reference && transactionId !== attempt.processorReference
    return isOtherAttempt ? null : (attempt.action.url ?? null)
  }
}
