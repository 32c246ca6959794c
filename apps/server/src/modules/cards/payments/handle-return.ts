import { type DepositWithContext, findAttempt } from '../../deposits/service.ts'
import type { CardPaymentDeps } from './card-payment.ts'

/** The user comes back from a processor's page: makes an inquiry due and returns the deposit, or null. */
export function createHandleReturn({ deposits: { store }, clock }: CardPaymentDeps) {
  return async (reference: string): Promise<{ deposit: DepositWithContext; processor: string } | null> => {
    const deposit = await store.findByAttemptReference(reference)
    const attempt = findAttempt(deposit, reference)
    if (deposit === null || attempt === undefined) return null
    await store.makeInquiryDue(reference, clock.now())
    return { deposit, processor: attempt.processor }
  }
}
