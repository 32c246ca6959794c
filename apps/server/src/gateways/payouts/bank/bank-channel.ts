import type { PayoutChannel } from '../payout-channel.ts'
import { createPayoutProvider, type PayoutProviderDeps } from '../payout-provider.ts'

export function createBankChannel(deps: PayoutProviderDeps): PayoutChannel {
  return {
    ...createPayoutProvider(deps, 'payout-bank'),
    isAccountValid: async (iban) => (await import('ibantools')).isValidIBAN(iban),
  }
}
