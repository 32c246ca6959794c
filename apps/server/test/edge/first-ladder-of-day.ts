import { computeDeviation } from '@tradefront/rules/trading/deviation'
import { symbols } from '@tradefront/rules/trading/symbols'

import { computeMeanKept, listLadder } from './exact-options.ts'
import { cash, exactly, type Strategy } from './strategy.ts'

/** Seconds before midnight at which the ladder is bought that expires at 00:15. */
const times = [60, 45, 30, 15, 1]
const moves = [0.12, -0.12]

function findBestStrike(terms: Parameters<typeof listLadder>[3] = {}): number {
  return Math.max(
    ...symbols
      .filter(({ hours }) => hours === 'always' || hours === 'week')
      .flatMap((symbol) =>
        moves.flatMap((risen) =>
          times.flatMap((secondsToMidnight) =>
            listLadder(symbol, 900 + secondsToMidnight, { risen, secondsToMidnight }, terms).map(
              (option) => computeMeanKept(option) - 1,
            ),
          ),
        ),
      ),
  )
}

export const firstLadderOfDay: Strategy = {
  name: 'buys the best strike of the first ladder of a day in the last minute of a day on which prices have moved by 12 %',
  per: 'stake',
  kind: cash,
  play: () => exactly(findBestStrike()),
  planted: {
    fault: 'the price were taken to move in proportion to the start of the old day also after midnight',
    play: () =>
      exactly(
        findBestStrike({
          computeDeviation: ({ day, ...state }, untilMs) =>
            computeDeviation({ ...state, day: day && { ...day, endsAtMs: Infinity } }, untilMs),
        }),
      ),
  },
}
