import { computeLossReturn, decideLossReturn, isLossReturnSound } from '@tradefront/rules/trading/loss-return'
import { computeReturn } from '@tradefront/rules/trading/outcome'

import { cash, exactly, settings, type Strategy } from './strategy.ts'

/** How a day is lost, and what comes back. */
export type LossReturnTerms = {
  /** Of the loss. */
  readonly percent: number
  readonly payoutPercent: number
  /** Chance that a stake of the day is lost: 1/2 for Up/Down, more for a far strike of the ladder. */
  readonly lossChance: number
  readonly dayPayoutPercent: number
}

const payoutPercent = Math.max(...Object.values(settings.payout_percents))
/** Highest that the settings allow. */
const upDownTerms: LossReturnTerms = {
  percent: Math.max(
    ...Array.from({ length: 20 }, (_, index) => index + 1).filter((each) => isLossReturnSound(each, payoutPercent)),
  ),
  payoutPercent,
  lossChance: 0.5,
  dayPayoutPercent: payoutPercent,
}
/** Of the ladder, at its lowest margin. */
const farStrike = { lossChance: 1 - 0.97 / 6, dayPayoutPercent: 500 }
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
  play: () => exactly(computeGain({ ...upDownTerms, ...farStrike, percent: 0 })),
  planted: {
    fault: 'losses on the ladder counted',
    play: () => exactly(computeGain({ ...upDownTerms, ...farStrike })),
  },
}

/** As a part of the bold stake. A day that is won ends the game. */
function computeGain({ percent, payoutPercent, lossChance, dayPayoutPercent }: LossReturnTerms): number {
  const amount = computeLossReturn(stake, percent)
  const next = { stake: amount, bonusStake: 0 }
  const won = computeReturn('won', amount, payoutPercent)
  const lost = decideLossReturn(amount, next, 'lost', false) ?? 0
  const afterLoss = (won + lost) / 2 - amount - stake
  return ((1 - lossChance) * (computeReturn('won', stake, dayPayoutPercent) - stake) + lossChance * afterLoss) / stake
}
