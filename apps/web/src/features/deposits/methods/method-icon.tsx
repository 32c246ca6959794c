import type { FundingTab } from '@tradefront/rules/deposits/funding-tabs'
import { methodFacts } from '@tradefront/rules/deposits/method-facts'
import Bitcoin from 'lucide-react/icons/bitcoin'
import Coins from 'lucide-react/icons/coins'
import CreditCard from 'lucide-react/icons/credit-card'
import Gem from 'lucide-react/icons/gem'
import Landmark from 'lucide-react/icons/landmark'
import Wallet from 'lucide-react/icons/wallet'

const groupIcons = { cards: CreditCard, coins: Coins, wallets: Wallet, bank: Landmark } as const
const coinIcons: Readonly<Partial<Record<FundingTab, typeof Bitcoin>>> = { bitcoin: Bitcoin, eth: Gem }

/** Null: a method that was removed from the product. */
export function MethodIcon({ tab, size = 18 }: { readonly tab: FundingTab | null; readonly size?: number }) {
  const Icon = tab === null ? Wallet : (coinIcons[tab] ?? groupIcons[methodFacts[tab].group])
  return <Icon size={size} aria-hidden className="shrink-0 text-muted" />
}
