import { type Currency, fromMinor, toMinor } from '@tradefront/rules/ledger/money'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import type { Direction } from '@tradefront/rules/trading/options'
import { splitStake } from '@tradefront/rules/trading/outcome'
import { findStakeProblem, isOldQuote, isTradingBlocked } from '@tradefront/rules/trading/purchase-rules'
import type { TradingSymbol } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'
import { deriveUuid } from '../../platform/derive-uuid.ts'
import { AppError, getViolatedConstraint } from '../../platform/http/errors.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { listCurrencyRates } from '../rates/service.ts'
import { lockUser } from '../users/service.ts'
import { isCodeRequired } from '../validation/service.ts'
import { isClockWrong } from './check-clock.ts'
import { publishTrades } from './publish-trades.ts'
import { findPurchaseFacts, findTrade, insertTrade, type PurchaseFacts } from './trade-store.ts'
import type { TradeStart } from './trade-start.ts'
import type { Trade } from './trade.ts'
import {
  computeHouseLossMax,
  computeStakeLimits,
  computeTradingBlock,
  type TradingSettings,
} from './trading-settings.ts'

/** Terms that the trader requests. */
type TradeOrder = {
  readonly idempotencyKey: string
  /** Shows whether the key is used for another request. */
  readonly requestHash: Buffer
  /** After this time, nothing is bought. */
  readonly validUntilMs: number | undefined
  readonly direction: Direction
  /** In major units. */
  readonly stake: number
}

/** Terms that the server decides. */
export type TradeTerms = Omit<TradeStart, 'latest' | 'state' | 'isMeasured'> & {
  readonly symbol: TradingSymbol
  readonly payoutPercent: number
  /** Strike of an option on the ladder. Null: the closing price is compared with the opening price. */
  readonly strikePoints: number | null
  /** Lowest payout that the trader accepts, if it follows from the opening price. */
  readonly leastPayoutPercent: number | null
}

/** An order with its trader, and the id that each repetition of it has. */
export type Purchase = Omit<TradeOrder, 'idempotencyKey'> & {
  readonly id: string
  readonly userId: number
  readonly isPractice: boolean
}

export type Trader = Pick<SessionUser, 'id' | 'isPractice'>

export function identifyPurchase({ id: userId, isPractice }: Trader, order: TradeOrder): Purchase {
  const { idempotencyKey, ...ordered } = order
  return { ...ordered, id: deriveTradeId(userId, idempotencyKey), userId, isPractice }
}

/** Buys once for each key of a trader: a repeated request returns its trade. */
export async function placeTrade(
  context: AppContext,
  purchase: Purchase,
  terms: TradeTerms,
  settings: TradingSettings,
): Promise<Result<Trade>> {
  const rates = await listCurrencyRates(context)
  const result = await insertOrRefuse(context, purchase, terms, settings, rates)
  if (result.ok) await publishTrades(context, [result.value])
  return result
}

/** This never changes: a repeated request finds its trade by it. */
const namespace = '5c0f7c1e-6a0b-4d0f-8a3e-2f6b1d9c4e70'

function deriveTradeId(userId: number, idempotencyKey: string): string {
  return deriveUuid(namespace, `${userId}:${idempotencyKey}`)
}

/** Finds what needs no terms: the trade of an earlier request, or a refusal. Null: the server decides the terms. */
export async function findEarlyAnswer(
  context: AppContext,
  purchase: Purchase,
  settings: TradingSettings,
): Promise<Result<Trade> | null> {
  const bought = await findBought(context.db, purchase)
  if (bought !== null) return bought
  if (isTooLate(context, purchase)) return findBoughtBefore(context, purchase)
  if (settings.hasOtherPlatform) return refuse('trading.other_platform')
  return isClockWrong(context, settings) ? refuse('trading.clock_wrong') : null
}

function isTooLate({ clock }: AppContext, { validUntilMs }: Purchase): boolean {
  return validUntilMs !== undefined && clock.now().getTime() > validUntilMs
}

/** Finds the trade of an earlier request. Waits for purchases of the user that are under way. */
async function findBoughtBefore({ db }: AppContext, purchase: Purchase): Promise<Result<Trade>> {
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, purchase.userId)
    return (await findBought(trx, purchase)) ?? refuse('trading.too_late')
  })
}

async function insertOrRefuse(
  context: AppContext,
  purchase: Purchase,
  terms: TradeTerms,
  settings: TradingSettings,
  rates: ReadonlyMap<Currency, number>,
): Promise<Result<Trade>> {
  const { db, clock, market } = context
  try {
    return await db.transaction().execute(async (trx) => {
      const { id, userId, isPractice, requestHash, direction } = purchase
      // The user is locked, so that the limits of a person are checked for one purchase after the other.
      const account = { id: userId, isPractice, ...(await lockUser(trx, userId)) }
      const bought = await findBought(trx, purchase)
      if (bought !== null) return bought
      if (isTooLate(context, purchase)) return refuse('trading.too_late')
      if (!isPractice && (await isCodeRequired(context, trx, userId))) return refuse('validation.code_required')
      const { symbol, quote, strikePoints, ...decided } = terms
      // The lock can have taken long: an order that waits must not buy at a price of the past.
      if (quote !== null && isOldQuote(quote, clock.now())) return refuse('trading.no_price')
      const facts = await findPurchaseFacts(trx, account, symbol.name)
      const stakes = decidePurchase(purchase, account, facts, settings)
      if (!stakes.ok) return stakes
      const rate = rates.get(account.currency)
      // The loss of the house is limited in base currency, and scores are in it.
      if (rate === undefined) return refuse('trading.currency_closed', { currency: account.currency })
      const trade = await insertTrade(trx, {
        id,
        userId,
        isPractice,
        requestHash,
        direction,
        ...decided,
        stake: stakes.value.stake,
        bonusStake: stakes.value.bonusStake,
        symbol: symbol.name,
        currency: account.currency,
        rate,
        houseLossMax: computeHouseLossMax(settings),
        isSimulated: market.isSimulated,
        digits: symbol.digits,
        openPoints: quote?.points ?? null,
        strikePoints: strikePoints ?? quote?.points ?? null,
        isLadder: strikePoints !== null,
        quotedAt: quote && new Date(quote.atMs),
      })
      return ok(trade)
    })
  } catch (error) {
    const constraint = getViolatedConstraint(error)
    // The round came while the purchase waited for a lock.
    if (constraint === 'trades_sealed') return refuse('trading.no_price')
    if (constraint === 'trade_exposures_limit') return refuse('trading.house_limit')
    if (constraint === 'trades_stopped') return refuse('trading.stopped')
    // Money can leave the account for another reason, e.g. a deposit that is taken back.
    if (constraint === 'ledger_balances_amount_check') return refuse('trading.no_money')
    throw error
  }
}

/** @throws AppError (422) if the key was used for another request */
async function findBought(db: Db, { id, userId, requestHash }: Purchase): Promise<Result<Trade> | null> {
  const found = await findTrade(db, userId, id)
  if (found === null) return null
  if (!found.requestHash.equals(requestHash)) throw new AppError('errors.other_key_body')
  return ok(found.trade)
}

/** Checks the block, the limits and the money. Returns the stake in minor units, and how much of it is bonus. */
function decidePurchase(
  purchase: Purchase,
  account: Pick<SessionUser, 'isPractice' | 'verification'> & { readonly currency: Currency },
  facts: PurchaseFacts,
  settings: TradingSettings,
): Result<{ stake: number; bonusStake: number }> {
  const { currency, isPractice, verification } = account
  const stake = toMinor(purchase.stake, currency)
  if (fromMinor(stake, currency) !== purchase.stake)
    throw new AppError('errors.malformed', 400, {}, { stake: 'errors.field_invalid' })
  const block = computeTradingBlock(settings, currency)
  if (!isPractice && isTradingBlocked(block, { ...facts, isVerified: verification === 'Full' }))
    return refuse('trading.blocked')
  const open = { symbol: facts.symbolStakes, all: facts.openStakes, count: facts.openCount }
  const problem = findStakeProblem(stake, computeStakeLimits(settings, currency), open)
  if (problem?.code === 'trading.too_many_open') return refuse(problem.code, { limit: problem.limit })
  if (problem !== null) return refuse(problem.code, { amount: { amount: problem.limit, currency } })
  const parts = splitStake(stake, isPractice ? { cash: facts.practice, bonus: 0 } : facts)
  return parts === null ? refuse('trading.no_money') : ok({ stake, bonusStake: parts.bonus })
}
