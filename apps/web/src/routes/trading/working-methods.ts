import type { SiteSettings } from '@tradefront/contract/settings'
import type { FundingTab } from '@tradefront/rules/deposits/funding-tabs'
import type { Currency } from '@tradefront/rules/ledger/money'

import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { useUser } from '../../platform/current-user.ts'
import { listWorkingWalletTabs } from '../../features/wallets/wallet-methods.ts'

/** Lists the methods that work from end to end. */
export function listWorkingMethods(settings: SiteSettings, currency: Currency): FundingTab[] {
  return ['card', 'bitcoin', 'eth', ...listWorkingWalletTabs(settings, currency)]
}

export function useHasBitcoin(): boolean {
  const { currency, isPractice } = useUser()
  const { settings } = getBootstrap()
  return (
    !isPractice &&
    listWorkingMethods(settings, currency).includes('bitcoin') &&
    !settings.hiddenTabs.includes('bitcoin')
  )
}
