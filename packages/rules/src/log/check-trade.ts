import type { Currency } from '../ledger/money.ts'
import { toMinor } from '../ledger/money.ts'
import type { BeaconRound } from '../trading/beacon/beacon-round.ts'
import { stepMs } from '../trading/closing-price.ts'
import type { Direction } from '../trading/options.ts'
import { computeReturn, decideOutcome } from '../trading/outcome.ts'
import { findSymbol, toPoints, type TradingSymbol } from '../trading/symbols.ts'
import { getEpochRound } from '../trading/walk/epoch.ts'
import { getWindowStart } from '../trading/walk/seed-tree.ts'
import { findPriceProblem, type PriceProof } from '../trading/walk/verify-prices.ts'
import { findStateAt, type LogFacts, toKnownFacts } from './check-log.ts'

/** Reply of the server about an ended trade. Amounts and prices are in major units. */
export type TradeFile = {
  readonly trade: {
    readonly symbol: string
    readonly direction: Direction
    readonly stake: number
    readonly currency: Currency
    readonly payout: number
    readonly openPrice: number | null
    readonly strikePrice: number | null
    readonly openedAtMs: number
    readonly expiresAtMs: number
    readonly state: string
    readonly closePrice: number | null
    readonly closedAtMs: number | null
    readonly returned: number | null
  }
  /** Null: prices are not simulated. */
  readonly proof: { readonly proofs: readonly PriceProof[] | null } | null
}

export const tradeChecks = ['proof', 'seed', 'prices', 'opening', 'closing', 'outcome', 'amount'] as const
export type TradeCheck = (typeof tradeChecks)[number]

/** Checks a trade against the log. Returns the checks that fail; each of `tradeChecks` is made. */
export function findWrongTradeChecks(facts: LogFacts, file: TradeFile): TradeCheck[] {
  try {
    return listWrongChecks(facts, file)
  } catch {
    // The text is no file of a trade.
    return [...tradeChecks]
  }
}

function listWrongChecks(facts: LogFacts, { trade, proof }: TradeFile): TradeCheck[] {
  const symbol = findSymbol(trade.symbol)
  const proofs = proof?.proofs ?? []
  const { beacon } = facts
  if (symbol === undefined || beacon === null || proofs.length === 0) return [...tradeChecks]
  const known = toKnownFacts(facts, symbol, beacon)
  const results: Record<TradeCheck, boolean> = {
    proof: proofs.every((each) => each.prices.length > 0),
    seed: proofs.every(({ seeds }) => seeds.every((seed) => facts.seeds.get(seed.windowStartMs)?.seed === seed.seed)),
    prices: proofs.every((each) => findPriceProblem(each, known) === null),
    opening: isOpeningProved(proofs, trade, symbol),
    closing: trade.state === 'void' || isClosingProved(proofs, trade, symbol),
    outcome: isOutcomeRight(trade, symbol),
    amount: isAmountRight(trade),
  }
  return tradeChecks.filter((check) => !results[check])
}

/** The opening price is at most 2 s older or newer than the purchase. */
const maxOpeningMs = 2000

function isOpeningProved(
  [first]: readonly PriceProof[],
  { openPrice, openedAtMs }: TradeFile['trade'],
  { digits }: TradingSymbol,
): boolean {
  const proved = first?.prices[0]
  if (proved === undefined || openPrice === null) return false
  return Math.abs(proved.atMs - openedAtMs) <= maxOpeningMs && proved.points === toPoints(openPrice, digits)
}

/** Returns whether the closing price is that of the first step at or after the expiry, or of the sale. */
function isClosingProved(
  proofs: readonly PriceProof[],
  { state, expiresAtMs, closedAtMs, closePrice }: TradeFile['trade'],
  { digits }: TradingSymbol,
): boolean {
  const atMs = state === 'sold' ? closedAtMs : Math.ceil(expiresAtMs / stepMs) * stepMs
  const proved = proofs.flatMap(({ prices }) => prices).find((each) => each.atMs === atMs)
  if (proved === undefined || closePrice === null) return false
  return atMs === closedAtMs && proved.points === toPoints(closePrice, digits)
}

function isOutcomeRight({ state, direction, strikePrice, closePrice }: TradeFile['trade'], { digits }: TradingSymbol) {
  if (state === 'sold' || state === 'void') return true
  if (strikePrice === null || closePrice === null) return false
  return decideOutcome(direction, toPoints(strikePrice, digits), toPoints(closePrice, digits)) === state
}

function isAmountRight({ state, stake, currency, payout, returned }: TradeFile['trade']): boolean {
  const [stakeMinor, percent] = [toMinor(stake, currency), Math.round(payout * 100)]
  if (returned === null) return false
  const returnedMinor = toMinor(returned, currency)
  // A sale returns its value, at most the return of a win.
  if (state === 'sold') return returnedMinor >= 0 && returnedMinor <= computeReturn('won', stakeMinor, percent)
  const isEnd = state === 'won' || state === 'lost' || state === 'tie' || state === 'void'
  return isEnd && returnedMinor === computeReturn(state, stakeMinor, percent)
}

/** Lists the rounds between the last logged states before the prices of a trade and the start of its proof. */
export function listRoundsBefore({ beacon }: LogFacts, { proof }: TradeFile): number[] {
  return (proof?.proofs ?? []).flatMap(({ from }) => {
    if (beacon === null) return []
    const first = getEpochRound(beacon, getWindowStart(from.epochStartMs))
    return Array.from({ length: getEpochRound(beacon, from.epochStartMs) - first }, (_, index) => first + index)
  })
}

/**
 * Returns whether the proof of a trade begins at the level of prices to which the logged states lead, so that this is the level that the
 * log shows to everyone.
 * @param rounds those of `listRoundsBefore`, verified
 */
export function isLevelLogged(facts: LogFacts, { trade, proof }: TradeFile, rounds: readonly BeaconRound[]): boolean {
  const symbol = findSymbol(trade.symbol)
  const { beacon } = facts
  if (symbol === undefined || beacon === null || !proof?.proofs) return false
  const known = toKnownFacts(facts, symbol, beacon)
  return proof.proofs.every(({ version, from: to }) => {
    const startMs = getWindowStart(to.epochStartMs)
    const from = findStateAt(facts, symbol.name, startMs)
    const seed = facts.seeds.get(startMs)
    if (from === null || seed === undefined) return false
    if (startMs === to.epochStartMs) return from.startPoints === to.startPoints && from.sum === to.sum
    return findPriceProblem({ version, from, seeds: [seed], rounds, prices: [], to }, known, () => true) === null
  })
}
