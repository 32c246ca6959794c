import type { AppContext } from '../../../src/context.ts'
import { buyTrade } from '../../../src/modules/trading/buy-trade.ts'
import { createCloseTrades } from '../../../src/modules/trading/close-trades.ts'
import { fillOrders } from '../../../src/modules/trading/fill-trades.ts'
import { buyLadder } from '../../../src/modules/trading/ladder.ts'
import { sellTrade } from '../../../src/modules/trading/sell-trade.ts'
import type { TradingSettings } from '../../../src/modules/trading/trading-settings.ts'
import type { Settings } from '../../../src/modules/settings/service.ts'
import { bindContext } from '../../fixtures/app/bind-context.ts'

export type SimulatedTrading = ReturnType<typeof bindTrading>

/** Binds what traders and jobs of one server do. */
export function bindTrading(context: AppContext) {
  return {
    ...bindContext(context, { buyTrade, buyLadder, sellTrade, fillOrders }),
    closeTrades: createCloseTrades(context),
  }
}

export function toStoredSettings(settings: TradingSettings): Partial<Settings> {
  return {
    payout_percents: settings.payoutPercents,
    payout_exceptions: settings.payoutExceptions,
    market_pauses: settings.marketPauses.map(({ symbol, fromMs, toMs }) => ({
      symbol: (symbol ?? 'all') as Settings['market_pauses'][number]['symbol'],
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
    })),
    stake_min: settings.stakeMin,
    stake_max: settings.stakeMax,
    symbol_stakes_max: settings.symbolStakesMax,
    open_stakes_max: settings.openStakesMax,
    house_loss_max: settings.houseLossMax,
    sale_fee_percent: settings.saleFeePercent,
    ladder_margin_percent: settings.ladderMarginPercent,
    trading_block: settings.tradingBlock,
    fill: settings.fill,
    clock_tolerance_ms: settings.clockToleranceMs,
  }
}
