import type { PayoutSimulator } from '../payout-simulator.ts'

export const walletPayouts: PayoutSimulator = {
  slug: 'payout-wallet',
  methods: ['skrill', 'neteller', 'paypal', 'perfect', 'yandex', 'qiwi', 'okpay', 'webmoney'],
  createReference: (hex) => `W${hex.slice(0, 12).toUpperCase()}`,
}
