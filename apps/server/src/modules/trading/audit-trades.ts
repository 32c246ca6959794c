import { verifyRounds, type BeaconRound } from '@tradefront/rules/trading/beacon/beacon-round'
import { computeReturn, decideOutcome } from '@tradefront/rules/trading/outcome'
import { maxCloseDelayMs } from '@tradefront/rules/trading/purchase-rules'
import { stepMs } from '@tradefront/rules/trading/closing-price'
import { findSymbol, type TradingSymbol } from '@tradefront/rules/trading/symbols'
import { getWindowStart } from '@tradefront/rules/trading/walk/seed-tree'
import { findPriceProblem, type KnownFacts, type PriceProof } from '@tradefront/rules/trading/walk/verify-prices'

import type { AppContext } from '../../context.ts'
import { listSimulatedTrades } from './trade-store.ts'
import { hasStarted, type StartedTrade, type Trade } from './trade.ts'

/** A difference in the trade that `subject` names. */
export type AuditDifference = {
  readonly subject: string
  readonly what: string
  readonly expected: string
  readonly actual: string
}

export type TradeAudit = {
  readonly checked: number
  /** Number of trades whose seeds are not published yet. */
  readonly waiting: number
  /** Days whose root was published after they had begun, e.g. the day of the installation. */
  readonly lateDays: readonly string[]
  readonly differences: readonly AuditDifference[]
}

const pieceSize = 2000
/** For how many past days roots are read. */
const maxDays = 36_600
const firstId = '00000000-0000-0000-0000-000000000000'

/** Checks ended trades of simulated prices again from what is published, as each trader can. Changes nothing. */
export async function auditTrades({ market, reports }: AppContext, closedFrom: Date): Promise<TradeAudit> {
  const days = await market.listDays(maxDays)
  const roots = new Map(days.map(({ date, root }) => [date, root.toString('hex')]))
  const findProblem = createProblemFinder(market, (date) => roots.get(date))
  const differences: AuditDifference[] = []
  const counts = { checked: 0, waiting: 0 }
  const usedDays = new Set<string>()
  for (let afterId = firstId; ;) {
    const trades = await listSimulatedTrades(reports, afterId, closedFrom, pieceSize)
    for (const trade of trades.filter(hasStarted)) {
      const found = await checkTrade(market, findProblem, trade)
      if (found === null) counts.waiting += 1
      else {
        counts.checked += 1
        differences.push(...found)
        usedDays.add(trade.openedAt.toISOString().slice(0, 10))
      }
    }
    const last = trades.at(-1)
    if (last === undefined || trades.length < pieceSize) break
    afterId = last.id
  }
  const lateDays = days.filter(({ date, announcedAt }) => usedDays.has(date) && announcedAt >= new Date(date))
  return { ...counts, lateDays: lateDays.map(({ date }) => date).toSorted(), differences }
}

type ProblemFinder = (symbol: TradingSymbol, proof: PriceProof) => Promise<string | null>

/** Creates a checker of proofs that verifies rounds that many trades share once. */
function createProblemFinder(market: AppContext['market'], findRoot: KnownFacts['findRoot']): ProblemFinder {
  const verified = new Set<string>()
  return async (symbol, proof) => {
    const facts = await market.findProofFacts(symbol.name)
    if (facts === null) return 'prices are not simulated'
    const problem = findPriceProblem(proof, { symbol, ...facts, findRoot }, (chain, rounds) => {
      const toKey = ({ round, signature }: BeaconRound) => `${round}/${signature}`
      const unknown = rounds.filter((round) => !verified.has(toKey(round)))
      const isSigned = verifyRounds(chain, unknown)
      if (isSigned) for (const round of unknown) verified.add(toKey(round))
      return isSigned
    })
    return problem && `${problem.problem} at ${new Date(problem.atMs).toISOString()}`
  }
}

/** Checks a trade. Returns null if a seed is not published yet. */
async function checkTrade(
  market: AppContext['market'],
  findProblem: ProblemFinder,
  trade: StartedTrade,
): Promise<AuditDifference[] | null> {
  const symbol = findSymbol(trade.symbol)
  const subject = `trade:${trade.id}`
  if (symbol === undefined || symbol.digits !== trade.digits)
    return [{ subject, what: 'symbol', expected: 'a symbol with the same digits', actual: trade.symbol }]
  const openedMs = trade.quotedAt.getTime()
  const stepAt = getDecidingStep(trade)
  const times = stepAt === null || stepAt === openedMs ? [openedMs] : [openedMs, stepAt]
  const proof = await market.proveQuotes(symbol.name, times)
  const window = await market.proveWindow(symbol.name, getWindowStart(openedMs))
  if (proof === null || window === null) return null
  const [opened] = proof.prices
  const end = computeEnd(trade, stepAt === null ? null : (proof.prices.at(-1)?.points ?? null), stepAt)
  const rows: [what: string, expected: unknown, actual: unknown][] = [
    ['proof of the prices', null, await findProblem(symbol, proof)],
    ['walk of the five minutes', null, await findProblem(symbol, window)],
    ['opening price', opened?.points, trade.openPoints],
    ['opening time', await findOpeningTime(market, trade), openedMs],
    ['state', end.state, trade.state],
    ['closing price', end.closePoints, trade.closePoints],
    ['closing time', end.closedMs, trade.closedAt?.getTime() ?? null],
    ['returned', end.returned, trade.returned],
  ]
  return rows
    .filter(([, expected, actual]) => expected !== actual)
    .map(([what, expected, actual]) => ({ subject, what, expected: String(expected), actual: String(actual) }))
}

/** Finds when a trade starts whose order arrived at its time. */
async function findOpeningTime(market: AppContext['market'], { arrivedAt, entryRound }: Trade): Promise<number | null> {
  const arrivedMs = arrivedAt.getTime()
  if (entryRound === null) return arrivedMs - (arrivedMs % stepMs) + stepMs
  const entry = await market.findSealedEntry(arrivedMs)
  return entry?.round === entryRound ? entry.atMs : null
}

/**
 * Returns the step whose price decided the trade. Null: practice trades that ended early, when practice started again in another currency,
 * have none.
 */
function getDecidingStep({ state, isPractice, closedAt, expiresAt }: Trade): number | null {
  const closedMs = closedAt?.getTime() ?? 0
  if (state === 'void' && isPractice && closedMs < expiresAt.getTime() + maxCloseDelayMs) return null
  return state === 'sold' ? closedMs : Math.ceil(expiresAt.getTime() / stepMs) * stepMs
}

/** Computes the end as the rules say. For a sold trade, only the price can be computed again: its fee was a setting. */
function computeEnd(trade: StartedTrade, closePoints: number | null, stepAt: number | null) {
  const { state, direction, strikePoints, stake, payoutPercent, returned } = trade
  if (closePoints === null || stepAt === null)
    return { state, closePoints, closedMs: trade.closedAt?.getTime() ?? 0, returned: stake }
  if (state === 'sold') return { state, closePoints, closedMs: stepAt, returned }
  const outcome = decideOutcome(direction, strikePoints, closePoints)
  return { state: outcome, closePoints, closedMs: stepAt, returned: computeReturn(outcome, stake, payoutPercent) }
}
