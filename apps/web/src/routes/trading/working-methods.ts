import type { SiteSettings } from '@tradefront/contract/settings'
import type { FundingTab } from '@tradefront/rules/deposits/funding-tabs'

import { listWorkingWalletTabs } from '../../features/wallets/wallet-methods.ts'

/** Methods that work from end to end. */
export function listWorkingMethods(settings: SiteSettings): FundingTab[] {
  return ['card', 'bitcoin', 'eth', ...listWorkingWalletTabs(settings)]
}
