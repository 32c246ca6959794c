import { randomUUID } from 'node:crypto'

import { trialPricesMs } from '@tradefront/contract/landing'
import type { PastQuote } from '@tradefront/contract/trading'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import { toThreshold } from '@tradefront/rules/ledger/thresholds'
import type { Direction } from '@tradefront/rules/trading/options'
import { findSymbol, toPrice } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'
import type { Quote } from '../../gateways/market/market-feed.ts'
import { dayMs } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import { listCurrencyRates } from '../rates/service.ts'
import { lockUser } from '../users/service.ts'
import { isClockWrong } from './check-clock.ts'
import { decideEnd } from './close-trades.ts'
import { describeRefusal } from './fill-trades.ts'
import { findTradeStart } from './trade-start.ts'
import { findPurchaseFacts, findTrade, insertTrade } from './trade-store.ts'
import { hasStarted, type Trade } from './trade.ts'
import { computeHouseLossMax, getPayoutPercent, getTradingSettings } from './trading-settings.ts'

// A trial is a visitor's practice trade. The server stores nothing of it: its token has all that decides it.

const trialSeconds = 30
/** Stake of a trial in base currency. */
const trialStake = 10
/** A trader can keep a trial in an account that is opened within this time. */
const keptForMs = dayMs

/** `opening` is the opening price. Null: it is sealed. */
type Trial = Pick<Trade, 'id' | 'symbol' | 'direction' | 'payoutPercent'> & {
  readonly opening: Opening | null
  readonly arrivedAtMs: number
  readonly openedAtMs: number
  readonly expiresAtMs: number
}

type Opening = Pick<Quote, 'points' | 'atMs'>

/** Lists the prices after a time, of the last 90 seconds at most. */
export async function listTrialPrices(
  context: AppContext,
  name: string,
  afterMs = 0,
): Promise<Result<{ readonly quotes: PastQuote[]; readonly payout: number; readonly nowMs: number }>> {
  const { market, clock } = context
  const symbol = findSymbol(name)
  if (symbol === undefined) return refuse('trading.unknown_symbol')
  const payout = getPayoutPercent(await getTradingSettings(context), symbol) / 100
  const nowMs = clock.now().getTime()
  const quotes = await market.listQuotes(name, Math.max(afterMs + 1, nowMs - trialPricesMs), nowMs)
  return ok({ quotes: quotes.map(({ points, atMs }) => [toPrice(points, symbol.digits), atMs]), payout, nowMs })
}

/** Opens a trial as a purchase of a trader would, and returns its token. */
export async function openTrial(
  context: AppContext,
  { symbol: name, direction }: { readonly symbol: string; readonly direction: Direction },
): Promise<Result<{ readonly token: string; readonly trade: Trade }>> {
  const symbol = findSymbol(name)
  if (symbol === undefined) return refuse('trading.unknown_symbol')
  const settings = await getTradingSettings(context)
  if (settings.hasOtherPlatform) return refuse('trading.other_platform')
  if (isClockWrong(context, settings)) return refuse('trading.clock_wrong')
  const getExpiry = (openedAt: Date) => new Date(openedAt.getTime() + trialSeconds * 1000)
  const start = await findTradeStart(context, symbol, settings, getExpiry)
  if (!start.ok) return start
  const { quote, arrivedAt, openedAt, expiresAt } = start.value
  const trial: Trial = {
    id: randomUUID(),
    symbol: name,
    direction,
    payoutPercent: getPayoutPercent(settings, symbol),
    opening: quote && { points: quote.points, atMs: quote.atMs },
    arrivedAtMs: arrivedAt.getTime(),
    openedAtMs: openedAt.getTime(),
    expiresAtMs: expiresAt.getTime(),
  }
  const token = context.seal.sealText(JSON.stringify(trial), sealContext).toString('base64url')
  return ok({ token, trade: toTrade(context, trial, trial.opening) })
}

/** Computes how the trade of a token has gone until now. */
export async function readTrial(context: AppContext, token: string): Promise<Result<Trade, 'trading.trial_unknown'>> {
  const trial = openToken(context, token)
  if (trial === null) return refuse('trading.trial_unknown')
  const trade = await findStarted(context, trial)
  if (!hasStarted(trade) || context.clock.now() < trade.expiresAt) return ok(trade)
  const quote = await context.market.findClosingPrice(trade.symbol, trade.expiresAt.getTime())
  return ok(quote === undefined ? trade : { ...trade, ...decideEnd(trade, quote) })
}

/** Makes the trial the first practice trade of a trader who registered after it. A repeated request returns its trade. */
export async function keepTrial(context: AppContext, userId: number, token: string): Promise<Result<Trade>> {
  const trial = openToken(context, token)
  if (trial === null) return refuse('trading.trial_unknown')
  const started = await findStarted(context, trial)
  if (!hasStarted(started)) return refuse('trading.trial_waits')
  const [rates, settings] = await Promise.all([listCurrencyRates(context), getTradingSettings(context)])
  const work = context.db.transaction().execute(async (trx): Promise<Result<Trade>> => {
    const user = await lockUser(trx, userId)
    const kept = await findTrade(trx, userId, trial.id)
    if (kept !== null) return ok(kept.trade)
    const sinceMs = user.registeredAt.getTime() - trial.openedAtMs
    if (sinceMs < 0 || sinceMs > keptForMs) return refuse('trading.trial_late')
    const account = { id: userId, currency: user.currency, isPractice: true }
    const { tradeCount } = await findPurchaseFacts(trx, account, trial.symbol)
    const rate = rates.get(user.currency)
    if (tradeCount > 0 || rate === undefined) return refuse('trading.trial_late')
    const trade = await insertTrade(trx, {
      ...started,
      userId,
      currency: user.currency,
      stake: toThreshold(trialStake, user.currency, 'up'),
      rate,
      houseLossMax: computeHouseLossMax(settings),
      isLadder: false,
      leastPayoutPercent: null,
      requestHash: sha256(token),
    })
    return ok(trade)
  })
  return work.catch((error: unknown) => {
    // Another account has kept the trial.
    if (getViolatedConstraint(error) === 'trades_pkey') return refuse('trading.trial_late')
    throw error
  })
}

const sealContext = 'trial'

/** Opens a token. Returns null if this server did not issue it. */
function openToken({ seal }: AppContext, token: string): Trial | null {
  try {
    return JSON.parse(seal.openText(Buffer.from(token, 'base64url'), sealContext)) as Trial
  } catch {
    return null
  }
}

/** Finds the opening price, if it is known by now. A late round does not matter as it does for a purchase: no money depends on a trial. */
async function findStarted(context: AppContext, trial: Trial): Promise<Trade> {
  const { symbol, openedAtMs, opening } = trial
  const waiting = toTrade(context, trial, opening)
  if (opening !== null || context.clock.now().getTime() < openedAtMs) return waiting
  const quote = await context.market.findFirstQuote(symbol, openedAtMs, openedAtMs)
  if (quote === null) return { ...waiting, ...describeRefusal(waiting, 'trading.refused_frozen', waiting.openedAt) }
  return quote === undefined ? waiting : toTrade(context, trial, quote)
}

function toTrade({ market }: AppContext, trial: Trial, opening: Opening | null): Trade {
  const openPoints = opening?.points ?? null
  const { id, symbol, direction, payoutPercent, arrivedAtMs, openedAtMs, expiresAtMs } = trial
  return {
    id,
    symbol,
    direction,
    payoutPercent,
    userId: 0,
    isPractice: true,
    currency: 'USD',
    stake: trialStake * 100,
    bonusStake: 0,
    isSimulated: market.isSimulated,
    digits: findSymbol(symbol)?.digits ?? 0,
    openPoints,
    strikePoints: openPoints,
    quotedAt: opening && new Date(opening.atMs),
    arrivedAt: new Date(arrivedAtMs),
    entryRound: null,
    openedAt: new Date(openedAtMs),
    expiresAt: new Date(expiresAtMs),
    state: 'open',
    sale: null,
    refusal: null,
    closePoints: null,
    closedAt: null,
    returned: null,
    voidWords: null,
  }
}
