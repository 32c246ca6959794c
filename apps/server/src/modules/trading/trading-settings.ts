import { multiplyExactly } from '@tradefront/rules/ledger/exact'
import type { Currency } from '@tradefront/rules/ledger/money'
import { toThreshold } from '@tradefront/rules/ledger/thresholds'
import type { MarketPause } from '@tradefront/rules/trading/market-pauses'
import type { StakeLimits, TradingBlock } from '@tradefront/rules/trading/purchase-rules'
import type { TradingSymbol } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'
import type { Settings } from '../settings/service.ts'

/** Settings of trading, with amounts in base currency. */
export type TradingSettings = {
  readonly payoutPercents: Settings['payout_percents']
  readonly payoutExceptions: Settings['payout_exceptions']
  readonly marketPauses: readonly MarketPause[]
  readonly stakeMin: number
  readonly stakeMax: number
  readonly symbolStakesMax: number
  readonly openStakesMax: number
  readonly houseLossMax: number
  readonly saleFeePercent: number
  readonly ladderMarginPercent: number
  /** `deposits` is in base currency. */
  readonly tradingBlock: Settings['trading_block']
  readonly fill: Settings['fill']
  readonly clockToleranceMs: number
  /** True if another platform replaces ours: nothing is bought here. */
  readonly hasOtherPlatform: boolean
}

export async function getTradingSettings({ settings }: AppContext): Promise<TradingSettings> {
  return toTradingSettings(await settings.getSettings())
}

export function toTradingSettings(settings: Settings): TradingSettings {
  return {
    payoutPercents: settings.payout_percents,
    payoutExceptions: settings.payout_exceptions,
    marketPauses: settings.market_pauses.map(({ symbol, from, to }) => ({
      symbol: symbol === 'all' ? null : symbol,
      fromMs: Date.parse(from),
      toMs: Date.parse(to),
    })),
    stakeMin: settings.stake_min,
    stakeMax: settings.stake_max,
    symbolStakesMax: settings.symbol_stakes_max,
    openStakesMax: settings.open_stakes_max,
    houseLossMax: settings.house_loss_max,
    saleFeePercent: settings.sale_fee_percent,
    ladderMarginPercent: settings.ladder_margin_percent,
    tradingBlock: settings.trading_block,
    fill: settings.fill,
    clockToleranceMs: settings.clock_tolerance_ms,
    hasOtherPlatform: settings.platform_url !== null,
  }
}

/** Returns what a win adds to the stake, in percent of it. */
export function getPayoutPercent(
  settings: Pick<TradingSettings, 'payoutPercents' | 'payoutExceptions'>,
  { name, kind }: TradingSymbol,
): number {
  return settings.payoutExceptions[name] ?? settings.payoutPercents[kind]
}

/** Computes the limits in minor units of the currency. */
export function computeStakeLimits(settings: TradingSettings, currency: Currency): StakeLimits {
  return {
    stakeMin: toThreshold(settings.stakeMin, currency, 'up'),
    stakeMax: toThreshold(settings.stakeMax, currency, 'down'),
    symbolStakesMax: toThreshold(settings.symbolStakesMax, currency, 'down'),
    openStakesMax: toThreshold(settings.openStakesMax, currency, 'down'),
  }
}

/** Computes the block, with its amount in minor units of the currency. */
export function computeTradingBlock({ tradingBlock }: TradingSettings, currency: Currency): TradingBlock {
  return { ...tradingBlock, deposits: toThreshold(tradingBlock.deposits, currency, 'down') }
}

/** Computes the limit in minor units of base currency. */
export function computeHouseLossMax({ houseLossMax }: TradingSettings): number {
  return multiplyExactly([houseLossMax, 100], 'down')
}
