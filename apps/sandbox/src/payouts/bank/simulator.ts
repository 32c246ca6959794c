import type { PayoutSimulator } from '../payout-simulator.ts'

export const bankPayouts: PayoutSimulator = {
  slug: 'payout-bank',
  methods: ['bank'],
  createReference: (hex) => `TRF-${hex.slice(0, 10).toUpperCase()}`,
}
