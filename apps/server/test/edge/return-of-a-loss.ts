import { computeLossReturn, decideLossReturn, isLossReturnSound } from '@tradefront/rules/trading/loss-return'
import { maxLadderPayout } from '@tradefront/rules/trading/ladder'
import { isLossCounted } from '@tradefront/rules/trading/losing-day'
import { computeReturn } from '@tradefront/rules/trading/outcome'
import { keptEdgePart } from '@tradefront/rules/trading/rounding'

import { bestPayout, cash, exactly, settings, type Strategy } from './strategy.ts'

/** How a day is lost, and what comes back. */
export type LossReturnTerms = {
  /** Percent of the loss that comes back. */
  readonly percent: number
  readonly payoutPercent: number
  /** Chance that a stake of the day is lost: 1/2 for Up/Down, more for a far strike of the ladder. */
  readonly lossChance: number
  readonly dayPayoutPercent: number
}

/** Terms with the highest return that the settings allow. */
const upDownTerms: LossReturnTerms = {
  percent: Math.max(
    ...Array.from({ length: 20 }, (_, index) => index + 1).filter((each) => isLossReturnSound(each, bestPayout)),
  ),
  payoutPercent: bestPayout,
  lossChance: 0.5,
  dayPayoutPercent: bestPayout,
}
/** A strike of the ladder, at its lowest margin. */
const farStrike = { lossChance: 1 - 0.97 / (1 + maxLadderPayout / 100), dayPayoutPercent: maxLadderPayout }
const stake = 100_000

export const returnOfALoss: Strategy = {
  name: 'makes one bold bet, and after a loss stakes just what would come back',
  per: 'stake',
  kind: cash,
  play: () => exactly(computeGain(upDownTerms)),
  planted: {
    fault: 'half of a loss came back at a payout of 95%',
    play: () => exactly(computeGain({ ...upDownTerms, percent: 50, payoutPercent: 95, dayPayoutPercent: 95 })),
  },
}

export const returnOfALadderLoss: Strategy = {
  name: 'loses the day on far strikes of the ladder, which do not count, and takes the return on Up/Down',
  per: 'stake',
  kind: cash,
  play: () => exactly(computeLadderGain(isLossCounted({ isLadder: true, isOpposite: false, hasBonus: false }))),
  planted: { fault: 'losses on the ladder counted', play: () => exactly(computeLadderGain(true)) },
}

function computeLadderGain(isCounted: boolean): number {
  return computeGain({ ...upDownTerms, ...farStrike, percent: isCounted ? upDownTerms.percent : 0 })
}

/** The house edge of the option, as a part of the stake. */
const edge = (100 - bestPayout) / 200

/** Computes the gain with `percent` of the loss, and prizes of this part of the edge on the stakes. */
function computeGainWithPrizes(percent: number, prizePart: number): number {
  const gain = computeGain({ ...upDownTerms, percent })
  // A trader who reads the rounding keeps a part of the edge that the others pay.
  return gain + edge * (1 - keptEdgePart + prizePart)
}

export const returnOfALossWithPrizes: Strategy = {
  name: 'reads how prices were rounded, takes the return of a loss, and wins the highest prize for the same day',
  per: 'stake',
  kind: {
    name: 'gift',
    bound: 0.05,
    reason:
      'Each alone costs the trader money. Together they can gain once per person, on the stakes of one day, where the broker has turned the return on.',
  },
  play: () => exactly(computeGainWithPrizes(upDownTerms.percent, settings.tournament_prize_max_percent / 100)),
  planted: {
    fault: 'half of a loss came back',
    play: () => exactly(computeGainWithPrizes(50, settings.tournament_prize_max_percent / 100)),
  },
}

/** Computes the gain as a part of the bold stake. A day that is won ends the game. */
function computeGain({ percent, payoutPercent, lossChance, dayPayoutPercent }: LossReturnTerms): number {
  const amount = computeLossReturn(stake, percent)
  const next = { stake: amount, bonusStake: 0 }
  const won = computeReturn('won', amount, payoutPercent)
  const lost = decideLossReturn(amount, next, 'lost', false) ?? 0
  const afterLoss = (won + lost) / 2 - amount - stake
  return ((1 - lossChance) * (computeReturn('won', stake, dayPayoutPercent) - stake) + lossChance * afterLoss) / stake
}
