import { expirySeconds } from '@tradefront/rules/trading/options'
import { symbolKinds, symbols } from '@tradefront/rules/trading/symbols'

import { computeMeanKept, computeWalkDeviation, ladderSeconds, listLadder, quietDay } from './exact-options.ts'
import { getPayout } from './strategy.ts'

/** Rows of cells; the first row has the titles. */
export type Table = readonly (readonly string[])[]

const kindTitles = { currency: 'currencies', metal: 'metals', index: 'indices', crypto: 'crypto' } as const

/** Lists what the house keeps of an Up/Down stake on average, by kind of symbol and expiry. */
export function listUpDownEdges(): Table {
  return [
    ['', ...expirySeconds.map(formatSeconds)],
    ...symbolKinds.map((kind) => [
      kindTitles[kind],
      ...expirySeconds.map((seconds) =>
        formatRange(
          symbols
            .filter((symbol) => symbol.kind === kind)
            .map((symbol) => {
              const deviation = computeWalkDeviation(symbol, quietDay, seconds)
              return 1 - computeMeanKept({ deviation, payout: getPayout(symbol) })
            }),
        ),
      ),
    ]),
  ]
}

const payoutBands = [5, 25, 50, 100, 200, 350, 501] as const

/**
 * Lists what the house keeps of a ladder stake, by payout: near strikes pay little, far ones much. It is over all times from the first to
 * the last purchase.
 */
export function listLadderEdges(): Table {
  const bands = payoutBands.slice(0, -1).map((from, index) => ({ from, to: payoutBands[index + 1] ?? 501 }))
  return [
    ['', ...bands.map(({ from, to }) => `${from}–${to - 1} %`)],
    ...symbolKinds.map((kind) => {
      const options = symbols
        .filter((symbol) => symbol.kind === kind)
        .flatMap((symbol) => ladderSeconds.flatMap((left) => listLadder(symbol, left)))
      return [
        kindTitles[kind],
        ...bands.map(({ from, to }) =>
          formatRange(
            options
              .filter(({ payout }) => payout * 100 >= from - 0.1 && payout * 100 < to - 0.1)
              .map((option) => 1 - computeMeanKept(option)),
          ),
        ),
      ]
    }),
  ]
}

function formatRange(edges: readonly number[]): string {
  if (edges.length === 0) return '–'
  const [low, high] = [Math.min(...edges), Math.max(...edges)].map((edge) => (edge * 100).toFixed(1))
  return low === high ? `${low} %` : `${low}–${high} %`
}

function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${seconds / 60} min`
  return seconds < 86_400 ? `${seconds / 3600} h` : '1 day'
}
