import type { PaymentProvider } from '../deposits/service.ts'

/** Coins arrive by themselves: there is nothing to ask, to cancel or to send back. */
export const cryptoPaymentProvider: PaymentProvider = {
  fetchStatus: () => Promise.resolve(null),
  cancelCharge: () => Promise.resolve(null),
  refundCharge: () => Promise.resolve('refused'),
  statements: [],
  parseWebhook: () => null,
}
