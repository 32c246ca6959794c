import { multiplyExactly } from '@tradefront/rules/ledger/exact'
import type { Currency } from '@tradefront/rules/ledger/money'
import { toThreshold } from '@tradefront/rules/ledger/thresholds'
import type { StakeLimits, TradingBlock } from '@tradefront/rules/trading/purchase-rules'

import type { TradingSettings } from './trading-settings.ts'

/** Minor units of the currency. */
export function computeStakeLimits(settings: TradingSettings, currency: Currency): StakeLimits {
  return {
    stakeMin: toThreshold(settings.stakeMin, currency, 'up'),
    stakeMax: toThreshold(settings.stakeMax, currency, 'down'),
    symbolStakesMax: toThreshold(settings.symbolStakesMax, currency, 'down'),
    openStakesMax: toThreshold(settings.openStakesMax, currency, 'down'),
  }
}

/** Its amount in minor units of the currency. */
export function computeTradingBlock({ tradingBlock }: TradingSettings, currency: Currency): TradingBlock {
  return { ...tradingBlock, deposits: toThreshold(tradingBlock.deposits, currency, 'down') }
}

/** Minor units of base currency. */
export function computeHouseLossMax({ houseLossMax }: TradingSettings): number {
  return multiplyExactly([houseLossMax, 100], 'down')
}
