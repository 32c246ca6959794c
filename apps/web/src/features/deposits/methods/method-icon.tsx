import type { FundingTab } from '@tradefront/rules/deposits/funding-tabs'
import { methodFacts } from '@tradefront/rules/deposits/method-facts'
import Coins from 'lucide-react/icons/coins'
import CreditCard from 'lucide-react/icons/credit-card'
import Landmark from 'lucide-react/icons/landmark'
import Wallet from 'lucide-react/icons/wallet'
import type { ReactNode } from 'react'

import { CardMark } from '../../../ui/brand/marks/card-marks.tsx'
import { coinMarks } from '../../../ui/brand/marks/coin-marks.tsx'
import { walletMarks } from '../../../ui/brand/marks/wallet-marks.tsx'

const groupIcons = { cards: CreditCard, coins: Coins, wallets: Wallet, bank: Landmark } as const
const marks: Readonly<Partial<Record<FundingTab, ReactNode>>> = { ...coinMarks, ...walletMarks }

type MethodIconProps = {
  /** Null: the method was removed from the product. */
  readonly tab: FundingTab | null
  /** Brand of the card that pays, if it is known. */
  readonly cardBrand?: string
  readonly size?: number
}

/** The mark of the brand, or an icon of its kind. */
export function MethodIcon({ tab, cardBrand = '', size = 18 }: MethodIconProps) {
  const mark = tab === null ? undefined : marks[tab]
  if (mark !== undefined) {
    return (
      <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden className="shrink-0">
        {mark}
      </svg>
    )
  }
  const Icon = tab === null ? Wallet : groupIcons[methodFacts[tab].group]
  return <CardMark brand={cardBrand} fallback={<Icon size={size} aria-hidden className="shrink-0 text-muted" />} />
}
