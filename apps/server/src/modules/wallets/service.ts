import { isClaimCode } from '@tradefront/rules/deposits/claims'

import type { PaymentProvider } from '../deposits/service.ts'

/**
 * Adds claims to the provider of wallets. They have no processor: an operator decides them, and inquiries, cancels and refunds are not
 * sent.
 */
export function createWalletsProvider(provider: PaymentProvider): PaymentProvider {
  return {
    ...provider,
    fetchStatus: async (attempt) =>
      isClaimCode(attempt.processor) ? { source: 'inquiry', state: 'manual_review' } : provider.fetchStatus(attempt),
    cancelCharge: async (attempt) => (isClaimCode(attempt.processor) ? null : provider.cancelCharge(attempt)),
    refundCharge: async (refund) => (isClaimCode(refund.processor) ? 'refused' : provider.refundCharge(refund)),
  }
}
