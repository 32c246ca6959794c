import { multiplyExactly } from '@tradefront/rules/ledger/exact'
import { convertFromBase, type Currency } from '@tradefront/rules/ledger/money'
import type { StakeLimits } from '@tradefront/rules/trading/purchase-rules'

import type { TradingSettings } from './trading-settings.ts'

/** Minor units of the currency. */
export function computeStakeLimits(settings: TradingSettings, currency: Currency): StakeLimits {
  const rate = settings.rates[currency]
  return {
    stakeMin: convertFromBase(settings.stakeMin, rate, 'up'),
    stakeMax: convertFromBase(settings.stakeMax, rate, 'down'),
    symbolStakesMax: convertFromBase(settings.symbolStakesMax, rate, 'down'),
    openStakesMax: convertFromBase(settings.openStakesMax, rate, 'down'),
  }
}

/** Minor units of base currency. */
export function computeHouseLossMax({ houseLossMax }: TradingSettings): number {
  return multiplyExactly([houseLossMax, 100], 'down')
}
