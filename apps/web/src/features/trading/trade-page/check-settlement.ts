import type { Quote } from '@tradefront/contract/trading'
import type { TradeCheck } from '../api.ts'
import { toMinor } from '@tradefront/rules/ledger/money'
import { computeReturn, decideOutcome } from '@tradefront/rules/trading/outcome'
import { toPoints } from '@tradefront/rules/trading/symbols'

import { toPayoutPercent } from '../ticket/ticket-rules.ts'
import { hashSeed, recomputePrices } from './recompute-price.ts'

/** Steps of the check, in order. */
const checkSteps = ['seed', 'prices', 'first', 'outcome', 'amount'] as const
export type CheckStep = (typeof checkSteps)[number]
export type CheckReport = { readonly passed: readonly CheckStep[]; readonly failed: readonly CheckStep[] }

/** The quote that decided a trade held until its expiry: the first at or after it. */
export function findDecidingQuote({ trade, quotes }: Pick<TradeCheck, 'trade' | 'quotes'>): Quote | null {
  const fromMs = trade.state === 'sold' ? (trade.closedAtMs ?? trade.expiresAtMs) : trade.expiresAtMs
  return quotes.find(({ atMs }) => atMs >= fromMs) ?? null
}

/** Repeats the whole settlement in the browser. The seed must be published. */
export async function checkSettlement(check: TradeCheck, digits: number): Promise<CheckReport> {
  const { trade, quotes, day } = check
  const deciding = findDecidingQuote(check)
  const results: Record<CheckStep, boolean> = {
    seed: day !== null && day.seed !== null && (await hashSeed(day.seed)) === day.seedHash,
    prices: await arePricesRight(check),
    first: deciding !== null && deciding.price === trade.closePrice && deciding.atMs === trade.closedAtMs,
    outcome: isOutcomeRight(check, digits),
    amount: isAmountRight(check),
  }
  const isUsed = (step: CheckStep): boolean => trade.state !== 'void' || step === 'seed' || step === 'amount'
  const used = checkSteps.filter(isUsed).filter((step) => step !== 'prices' || quotes.length > 0)
  return { passed: used.filter((step) => results[step]), failed: used.filter((step) => !results[step]) }
}

async function arePricesRight({ trade, quotes, day }: TradeCheck): Promise<boolean> {
  if (day === null || day.seed === null) return false
  // Around midnight, some of the quotes are of another day.
  const ofDay = quotes.filter(({ atMs }) => new Date(atMs).toISOString().startsWith(day.date))
  const facts = { symbol: trade.symbol, seed: day.seed, startPrice: day.startPrice }
  const prices = await recomputePrices(
    facts,
    ofDay.map(({ atMs }) => atMs),
  )
  return prices !== null && ofDay.every(({ price }, index) => price === prices[index])
}

function isOutcomeRight({ trade }: TradeCheck, digits: number): boolean {
  if (trade.state === 'sold') return true
  if (trade.closePrice === null) return false
  const [strike, close] = [toPoints(trade.strikePrice, digits), toPoints(trade.closePrice, digits)]
  return decideOutcome(trade.direction, strike, close) === trade.state
}

function isAmountRight({ trade }: TradeCheck): boolean {
  const { state, stake, payout, currency, returned } = trade
  if (returned === null || state === 'open') return false
  const returnedMinor = toMinor(returned, currency)
  const win = computeReturn('won', toMinor(stake, currency), toPayoutPercent(payout))
  if (state === 'sold') return returnedMinor >= 0 && returnedMinor <= win
  return returnedMinor === computeReturn(state, toMinor(stake, currency), toPayoutPercent(payout))
}
