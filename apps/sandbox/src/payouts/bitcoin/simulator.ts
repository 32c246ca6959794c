import type { PayoutSimulator } from '../payout-simulator.ts'

export const bitcoinPayouts: PayoutSimulator = {
  slug: 'payout-bitcoin',
  methods: ['bitcoin'],
  createReference: (hex) => hex,
  coin: { name: 'BTC', rate: 'bitcoin' },
}
