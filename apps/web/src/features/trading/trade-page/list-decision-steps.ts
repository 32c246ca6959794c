import type { TradeProof } from '@tradefront/contract/trading'
import { getRoundTime } from '@tradefront/rules/trading/beacon/beacon-chain'
import { getEpochRound, getEpochStart } from '@tradefront/rules/trading/walk/epoch'

import type { TradeCheck } from '../api.ts'

/** A step that decided a trade, and its time. `trades` are those of an exchange, whose median is the closing price. */
export type DecisionStep = { readonly atMs: number } & (
  | { readonly kind: 'commitment' | 'seeds' | 'result' }
  | { readonly kind: 'open_round' | 'close_round'; readonly round: number }
  | { readonly kind: 'open' | 'close' | 'sale' | 'median'; readonly price: number }
  | { readonly kind: 'trades'; readonly count: number }
)

/** Lists the steps in the order of their times. It is empty for a trade that no price has decided. */
export function listDecisionSteps({ trade, closingTrades, proof }: TradeCheck): DecisionStep[] {
  const { state, openPrice, closePrice, openedAtMs, closedAtMs } = trade
  if (openPrice === null || closePrice === null || closedAtMs === null) return []
  const trades: DecisionStep[] =
    closingTrades.length === 0
      ? []
      : [{ kind: 'trades', count: closingTrades.length, atMs: closingTrades[0]?.atMs ?? 0 }]
  const rounds = proof === null ? [] : listRounds(proof.chain, [openedAtMs, closedAtMs])
  const closeKind = state === 'sold' ? 'sale' : closingTrades.length === 0 ? 'close' : 'median'
  const steps: DecisionStep[] = [
    ...listCommitments(proof).map((atMs) => ({ kind: 'commitment' as const, atMs })),
    ...rounds.slice(0, 1).map((each) => ({ kind: 'open_round' as const, ...each })),
    { kind: 'open', price: openPrice, atMs: openedAtMs },
    ...rounds.slice(1).map((each) => ({ kind: 'close_round' as const, ...each })),
    ...trades,
    { kind: closeKind, price: closePrice, atMs: closedAtMs },
    { kind: 'result', atMs: closedAtMs },
    ...(proof === null || proof.proofs === null ? [] : [{ kind: 'seeds' as const, atMs: proof.publicAtMs }]),
  ]
  return steps.toSorted((one, other) => one.atMs - other.atMs)
}

/** Lists the times of announcements: days can be announced together. */
function listCommitments(proof: TradeProof | null): number[] {
  return [...new Set((proof?.days ?? []).map(({ announcedAtMs }) => announcedAtMs))]
}

/** Lists the rounds that decide the prices of these times, each one once. */
function listRounds(chain: TradeProof['chain'], times: readonly number[]) {
  const rounds = new Set(times.map((atMs) => getEpochRound(chain, getEpochStart(atMs))))
  return [...rounds].map((round) => ({ round, atMs: getRoundTime(chain, round) }))
}
