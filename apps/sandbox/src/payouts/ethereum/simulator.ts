import type { PayoutSimulator } from '../payout-simulator.ts'

export const ethereumPayouts: PayoutSimulator = {
  slug: 'payout-ethereum',
  methods: ['eth'],
  createReference: (hex) => `0x${hex}`,
  coin: { name: 'ETH', rate: 'ethereum' },
}
