import type { Quote, TradeProof } from '@tradefront/contract/trading'
import type { TradeCheck } from '../api.ts'
import { toMinor } from '@tradefront/rules/ledger/money'
import { quicknet } from '@tradefront/rules/trading/beacon/beacon-chain'
import { computeReturn, decideOutcome } from '@tradefront/rules/trading/outcome'
import { findSymbol, toPoints } from '@tradefront/rules/trading/symbols'
import type { PriceProblem } from '@tradefront/rules/trading/walk/verify-prices'

import { toPayoutPercent } from '../ticket/ticket-rules.ts'

/** Steps of the check, in order. */
const checkSteps = ['seed', 'round', 'prices', 'first', 'outcome', 'amount'] as const
export type CheckStep = (typeof checkSteps)[number]
export type CheckReport = { readonly passed: readonly CheckStep[]; readonly failed: readonly CheckStep[] }

/** Returns true for the sandbox's beacon, whose key one process holds: anyone who runs the sandbox could compute prices in advance. */
export function isSandboxBeacon({ chain }: Pick<TradeProof, 'chain'>): boolean {
  return chain.hash !== quicknet.hash
}

/** Returns true if the median of trades decides, not a single price: on a real market, for a trade that was held until its expiry. */
export function isMedian({ trade, proof }: Pick<TradeCheck, 'trade' | 'proof'>): boolean {
  return proof === null && trade.state !== 'sold'
}

/** Finds the quote at the end of a trade: the first one at or after it. With simulated prices, this quote decided the trade. */
export function findLastQuote({ trade, quotes }: Pick<TradeCheck, 'trade' | 'quotes'>): Quote | null {
  const fromMs = trade.state === 'sold' ? (trade.closedAtMs ?? trade.expiresAtMs) : trade.expiresAtMs
  return quotes.find(({ atMs }) => atMs >= fromMs) ?? null
}

/** Repeats the whole settlement in the browser. The seeds must be published. */
export async function checkSettlement(check: TradeCheck, digits: number): Promise<CheckReport> {
  const { trade, proof } = check
  const deciding = findLastQuote(check)
  const wrong = proof === null ? 'seed' : await findWrongStep(check, proof, digits)
  const results: Record<CheckStep, boolean> = {
    seed: wrong !== 'seed',
    round: wrong !== 'round',
    prices: wrong !== 'prices',
    first: deciding !== null && deciding.price === trade.closePrice && deciding.atMs === trade.closedAtMs,
    outcome: isOutcomeRight(check, digits),
    amount: isAmountRight(check),
  }
  const isUsed = (step: CheckStep): boolean => trade.state !== 'void' || (step !== 'first' && step !== 'outcome')
  const used = checkSteps.filter(isUsed)
  return { passed: used.filter((step) => results[step]), failed: used.filter((step) => !results[step]) }
}

const stepsOfProblems: Partial<Record<PriceProblem['problem'], CheckStep>> = {
  root_missing: 'seed',
  seed_missing: 'seed',
  seed_not_committed: 'seed',
  round_missing: 'round',
  round_not_signed: 'round',
}

/** Finds the first step in which the prices are wrong. Null: they follow from committed seeds and signed rounds. */
async function findWrongStep(check: TradeCheck, proof: TradeProof, digits: number): Promise<CheckStep | null> {
  const symbol = findSymbol(check.trade.symbol)
  if (symbol === undefined || proof.proofs === null) return 'seed'
  if (!areShownPricesProved(check, proof.proofs, digits)) return 'prices'
  // This is loaded only by a check, because it verifies signatures.
  const { findPriceProblem } = await import('@tradefront/rules/trading/walk/verify-prices')
  const roots = new Map(proof.days.map(({ date, root }) => [date, root]))
  const chain = isSandboxBeacon(proof) ? proof.chain : quicknet
  const facts = { symbol, gaps: proof.gaps, chain, findRoot: (date: string) => roots.get(date) }
  for (const each of proof.proofs) {
    const problem = findPriceProblem(each, facts)
    if (problem !== null) return stepsOfProblems[problem.problem] ?? 'prices'
  }
  return null
}

/** Returns whether the proofs are about the prices that the page shows, with those at which the trade was opened and closed. */
function areShownPricesProved(
  { trade, quotes }: TradeCheck,
  proofs: NonNullable<TradeProof['proofs']>,
  digits: number,
): boolean {
  const proved = proofs.flatMap(({ prices }) => prices)
  const points = new Map(proved.map((price) => [price.atMs, price.points]))
  if (trade.openPrice === null || proved[0]?.points !== toPoints(trade.openPrice, digits)) return false
  if (trade.closedAtMs !== null && trade.closePrice !== null && !points.has(trade.closedAtMs)) return false
  return quotes.every(({ atMs, price }) => (points.get(atMs) ?? toPoints(price, digits)) === toPoints(price, digits))
}

function isOutcomeRight({ trade }: TradeCheck, digits: number): boolean {
  if (trade.state === 'sold') return true
  if (trade.closePrice === null || trade.strikePrice === null) return false
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
