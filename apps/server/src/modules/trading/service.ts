import { fromMinor } from '@tradefront/rules/ledger/money'
import { toThreshold } from '@tradefront/rules/ledger/thresholds'
import { refuse, type Refusal } from '@tradefront/rules/result'
import { expirySeconds } from '@tradefront/rules/trading/options'
import { isTradingBlocked } from '@tradefront/rules/trading/purchase-rules'

import type { MarketFeed } from '../../gateways/market/market-feed.ts'
import { type Clock, dayMs } from '../../platform/clock.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import type { Db } from '../../platform/database/database.ts'
import type { UserEvents } from '../../platform/realtime/user-events.ts'
import type { IsCodeRequired } from '../validation/service.ts'
import { createAuditTrades } from './audit-trades.ts'
import { createBuyTrade } from './buy-trade.ts'
import type { PlaceTradeDeps } from './place-trade.ts'
import { createCloseTrades } from './close-trades.ts'
import { createGetTrade } from './get-trade.ts'
import { createFindLosingDays } from './losing-days.ts'
import { createListReports } from './list-reports.ts'
import { findLossReturn, insertLossReturn } from './loss-return-store.ts'
import { createLadder } from './ladder.ts'
import { createMarket } from './market.ts'
import { createMarketQuoteStore } from './market-quote-store.ts'
import { createSellTrade } from './sell-trade.ts'
import { computeTradingBlock } from './stake-limits.ts'
import { createSumReports } from './sum-reports.ts'
import { findTrade, findTradingRecord, listClosedTrades, listOpenTrades } from './trade-store.ts'
import { toTradeView } from './trade-view.ts'
import type { TradingSettings } from './trading-settings.ts'

export type { TradeAudit } from './audit-trades.ts'
export { createCheckMarket } from './check-market.ts'
export { createCheckOpenTrades } from './check-open-trades.ts'
export { endPracticeTrades } from './end-practice-trades.ts'
export { createLadderTokens, type LadderTokens } from './ladder-tokens.ts'
export { createMarketDayStore } from './market-day-store.ts'
export { createMarketQuoteStore } from './market-quote-store.ts'
export { toTradingSettings } from './trading-settings.ts'
export { listOppositeAccounts } from './trade-store.ts'
export { findWrongTradeSums } from './trade-sums-query.ts'

export type TradingDeps = {
  readonly db: Db
  /** For long reads. */
  readonly reports: Db
  readonly live: Pick<UserEvents, 'publish'>
  readonly onError: (error: unknown) => void
  readonly feed: MarketFeed
  readonly clock: Clock
  readonly getSettings: () => Promise<TradingSettings>
  readonly listCurrencyRates: PlaceTradeDeps['listCurrencyRates']
  readonly isCodeRequired: IsCodeRequired
}

type Buyer = Pick<SessionUser, 'id' | 'currency' | 'isPractice' | 'verification'>

/** spec: account 4 */
async function isBlocked(reader: Db, user: Buyer, settings: TradingSettings): Promise<boolean> {
  const record = await findTradingRecord(reader, user)
  const block = computeTradingBlock(settings, user.currency)
  return isTradingBlocked(block, { ...record, isVerified: user.verification === 'Full' })
}

const quoteDays = 30
const deletedAtOnce = 5000

/** Closed trades of the day, the latest ones. */
const maxListed = 100

export type TradingService = ReturnType<typeof createTradingService>

/** Symbols, prices and options. */
export function createTradingService(deps: TradingDeps) {
  const { db, feed, clock, getSettings } = deps
  const market = createMarket(deps)
  const quoteStore = createMarketQuoteStore(db)

  return {
    ...market,
    buyTrade: createBuyTrade(deps),
    ...createLadder(deps),
    sellTrade: createSellTrade(deps),
    getTrade: createGetTrade(deps),
    hasTrade: async (userId: number, id: string): Promise<boolean> => (await findTrade(db, userId, id)) !== null,
    listReports: createListReports(deps),
    /** For files: long reads do not block requests. */
    listReportsForFile: createListReports({ db: deps.reports }),
    sumReports: createSumReports(deps),
    auditTrades: createAuditTrades(deps),
    /** Run by a job. */
    closeTrades: createCloseTrades(deps),
    /** Run by a job. */
    findLosingDays: createFindLosingDays(deps),

    insertLossReturn,

    /** Returns why the trader cannot buy trades now, apart from market and money, or null. */
    async findPurchaseBlock(reader: Db, user: Buyer): Promise<Refusal | null> {
      const settings = await getSettings()
      if (settings.hasOtherPlatform) return refuse('trading.other_platform')
      if (await isBlocked(reader, user, settings)) return refuse('trading.blocked')
      return (await deps.isCodeRequired(reader, user.id)) ? refuse('validation.code_required') : null
    },

    /** Open trades and those that closed today (UTC). `isBlocked`: the account must be verified first (spec: account 4). */
    async listTrades(user: Buyer) {
      const nowMs = clock.now().getTime()
      const [blocked, lossReturn, open, closed] = await Promise.all([
        getSettings().then((settings) => isBlocked(db, user, settings)),
        findLossReturn(db, user.id, user.currency),
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
    },

    /** The terms of trades, in major units of the trader's currency. */
    async getTerms({ currency }: Pick<SessionUser, 'currency'>) {
      const { stakeMin, stakeMax, saleFeePercent } = await getSettings()
      const convert = (amount: number, direction: 'up' | 'down') =>
        fromMinor(toThreshold(amount, currency, direction), currency)
      return {
        isSimulated: feed.isSimulated,
        stakeMin: convert(stakeMin, 'up'),
        stakeMax: convert(stakeMax, 'down'),
        expiries: [...expirySeconds],
        closeDelayMs: feed.closeDelayMs,
        saleFee: saleFeePercent / 100,
        now: clock.now().getTime(),
      }
    },

    /** Run by a job, so that the seeds of the next days are fixed before they begin. */
    announceDays: () => feed.announceDays(),

    /** Run by a job. Their candles stay. */
    async deleteOldQuotes(): Promise<void> {
      const before = new Date(clock.now().getTime() - quoteDays * dayMs)
      while ((await quoteStore.deleteQuotes(before, deletedAtOnce)) === deletedAtOnce);
    },
  }
}
