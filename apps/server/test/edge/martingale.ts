import { computeWin } from '@tradefront/rules/trading/outcome'

import { cash, exactly, settings, type Strategy } from './strategy.ts'

/** Computes mean gain by mean stakes of larger stakes after each loss, from the smallest to the largest that are allowed. */
function computeMartingale(payoutPercent: number): number {
  let [chance, lost, gain, stakes] = [1, 0, 0, 0]
  for (let stake = settings.stake_min * 100; stake <= settings.stake_max * 100;) {
    const won = computeWin(stake, payoutPercent) - stake
    stakes += chance * stake
    gain += (chance / 2) * (won - lost)
    lost += stake
    chance /= 2
    // With this stake, a win pays what was lost, and the first win.
    stake = Math.ceil(((lost + settings.stake_min * payoutPercent) * 100) / payoutPercent)
  }
  return (gain - chance * lost) / stakes
}

export const martingale: Strategy = {
  name: 'raises the stake after each loss until a win pays for all, within the limits',
  per: 'stake',
  kind: cash,
  play: () => exactly(computeMartingale(settings.payout_percents.currency)),
  planted: { fault: 'payouts were above the stake', play: () => exactly(computeMartingale(104)) },
}
