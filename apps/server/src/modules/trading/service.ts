import { fromMinor } from '@tradefront/rules/ledger/money'
import { refuse, type Refusal } from '@tradefront/rules/result'
import { expirySeconds } from '@tradefront/rules/trading/options'
import { isTradingBlocked } from '@tradefront/rules/trading/purchase-rules'

import type { AppContext } from '../../context.ts'
import { dayMs } from '../../platform/clock.ts'
import { okReply } from '../../platform/http/route.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import type { Db } from '../../platform/database/database.ts'
import { isCodeRequired } from '../validation/service.ts'
import { findLossReturn } from './loss-return-store.ts'
import { listSymbols } from './market.ts'
import { deleteMarketQuotes } from './market-quote-store.ts'
import { findSealedEntry } from './trade-start.ts'
import { findTrade, findTradingRecord, listClosedTrades, listOpenTrades } from './trade-store.ts'
import { toTradeView } from './trade-view.ts'
import {
  computeStakeLimits,
  computeTradingBlock,
  getTradingSettings,
  type TradingSettings,
} from './trading-settings.ts'

export { isLadderToken } from './ladder-tokens.ts'
export { findLatestQuote } from './market.ts'
export { listReports } from './list-reports.ts'
export { insertLossReturn } from './loss-return-store.ts'
export { sumTradeReports } from './sum-reports.ts'
export { buyTrade } from './buy-trade.ts'
export { endPracticeTrades } from './end-practice-trades.ts'
export { createMarketQuoteStore } from './market-quote-store.ts'
export { createWalkStore } from './walk-store.ts'
export { listOppositeAccounts } from './opposite-trades-query.ts'
export { findWrongTradeSums } from './trade-sums-query.ts'

type Buyer = Pick<SessionUser, 'id' | 'currency' | 'isPractice' | 'verification'>

/** Returns whether the account must be verified before it can buy (spec: account 4). */
async function isBlocked(reader: Db, user: Buyer, settings: TradingSettings): Promise<boolean> {
  if (user.isPractice) return false
  const record = await findTradingRecord(reader, user)
  const block = computeTradingBlock(settings, user.currency)
  return isTradingBlocked(block, { ...record, isVerified: user.verification === 'Full' })
}

const quoteDays = 30
const deletedAtOnce = 5000

/** How many closed trades of the day are listed, the latest ones. */
const maxListed = 100

export async function hasTrade({ db }: AppContext, userId: number, id: string): Promise<boolean> {
  return (await findTrade(db, userId, id)) !== null
}

/** Returns why the trader cannot buy trades now, apart from market and money, or null. */
export async function findPurchaseBlock(context: AppContext, reader: Db, user: Buyer): Promise<Refusal | null> {
  const settings = await getTradingSettings(context)
  if (settings.hasOtherPlatform) return refuse('trading.other_platform')
  if (await isBlocked(reader, user, settings)) return refuse('trading.blocked')
  return !user.isPractice && (await isCodeRequired(context, reader, user.id))
    ? refuse('validation.code_required')
    : null
}

/** What the trading screen starts with. */
export async function showMarket(context: AppContext, user: SessionUser) {
  const [symbols, terms, trades] = await Promise.all([
    listSymbols(context),
    getTradeTerms(context, user),
    listTrades(context, user),
  ])
  return { ...okReply, symbols, ...terms, ...trades }
}

/** Open trades and those that closed today (UTC). `isBlocked`: the account must be verified first (spec: account 4). */
async function listTrades(context: AppContext, user: Buyer) {
  const { clock, db } = context
  const nowMs = clock.now().getTime()
  const [blocked, lossReturn, open, closed] = await Promise.all([
    getTradingSettings(context).then((settings) => isBlocked(db, user, settings)),
    user.isPractice ? null : findLossReturn(db, user.id, user.currency),
    listOpenTrades(db, user),
    listClosedTrades(db, user, new Date(nowMs - (nowMs % dayMs)), maxListed),
  ])
  return {
    isBlocked: blocked,
    lossReturn: lossReturn && {
      amount: fromMinor(lossReturn.amount, user.currency),
      tradeId: lossReturn.tradeId,
    },
    openTrades: open.map(toTradeView),
    closedTrades: closed.map(toTradeView),
  }
}

/** The terms of trades, in major units of the trader's currency. */
async function getTradeTerms(context: AppContext, { currency }: Pick<SessionUser, 'currency'>) {
  const { market, clock } = context
  const settings = await getTradingSettings(context)
  const { stakeMin, stakeMax } = computeStakeLimits(settings, currency)
  return {
    isSimulated: market.isSimulated,
    stakeMin: fromMinor(stakeMin, currency),
    stakeMax: fromMinor(stakeMax, currency),
    expiries: [...expirySeconds],
    closingSpanMs: market.closingSpanMs,
    fill:
      (await findSealedEntry(market, settings, clock.now())) === null ? ('next_step' as const) : ('sealed' as const),
    frozenSinceMs: (await market.getFreeze())?.sinceMs ?? null,
    saleFee: settings.saleFeePercent / 100,
    now: clock.now().getTime(),
  }
}

/** Fixes the seeds of the next days before they begin. Run by a job. */
export function announceDays({ market }: AppContext) {
  return market.announceDays()
}

/** Deletes old quotes. Their candles stay. Run by a job. */
export async function deleteOldQuotes({ clock, db }: AppContext): Promise<void> {
  const before = new Date(clock.now().getTime() - quoteDays * dayMs)
  while ((await deleteMarketQuotes(db, before, deletedAtOnce)) === deletedAtOnce);
}
