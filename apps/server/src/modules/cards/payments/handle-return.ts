import { type DepositWithContext, findAttempt } from '../../deposits/service.ts'
import type { CardPaymentDeps } from './card-payment.ts'

/** Makes an inquiry due when the user returns from a processor's page. */
export function createHandleReturn({ deposits: { store }, clock }: CardPaymentDeps) {
  return async (reference: string): Promise<{ deposit: DepositWithContext; processor: string } | null> => {
    const deposit = await store.findByAttemptReference(reference)
    const attempt = findAttempt(deposit, reference)
    if (deposit === null || attempt === undefined) return null
    await store.makeInquiryDue(reference, clock.now())
    return { deposit, processor: attempt.processor }
  }
}
