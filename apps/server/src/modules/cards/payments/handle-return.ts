import { type DepositWithContext, findAttempt, makeInquiryDue } from '../../deposits/service.ts'
import type { CardPaymentDeps } from './card-payment.ts'

/** Makes an inquiry due when the user returns from a processor's page. */
export function createHandleReturn({ db, deposits, clock }: CardPaymentDeps) {
  return async (reference: string): Promise<{ deposit: DepositWithContext; processor: string } | null> => {
    const deposit = await deposits.findByAttemptReference(reference)
    const attempt = findAttempt(deposit, reference)
    if (deposit === null || attempt === undefined) return null
    await makeInquiryDue(db, reference, clock.now())
    return { deposit, processor: attempt.processor }
  }
}
