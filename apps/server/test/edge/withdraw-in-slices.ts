import { createRandom } from '../fixtures/seeded-random.ts'
import { createPayingAccount, findCostIn, productReturnRules, type ReturnRules, sumReceived } from './paying-account.ts'
import { cash, exactly, type Gain, type Game, type Strategy } from './strategy.ts'

const deposits = 200

/**
 * Pays in by card, trades a part once, and withdraws slices of this part until nothing is left, so that the same turnover frees each slice.
 * The largest loss of the house, which pays the processor.
 */
function playSlices({ seed, runs }: Game, rules: ReturnRules = productReturnRules): Gain {
  const random = createRandom(seed)
  let most = Number.NEGATIVE_INFINITY
  for (let run = 0; run < deposits * runs; run += 1) {
    const amount = 100_000 + random.below(900_000)
    const slice = Math.floor(amount / (5 + random.below(20)))
    const account = createPayingAccount(rules)
    account.deposit('card', amount)
    account.trade(slice)
    let received = 0
    while (account.getCash() > 0) {
      const payouts = account.withdraw('card', Math.min(slice, account.getCash()))
      if (payouts === null) break
      received += sumReceived(payouts)
    }
    const kept = account.getCash()
    most = Math.max(most, (received + kept) / amount - 1 + findCostIn('card') / 100)
  }
  return exactly(most)
}

export const withdrawInSlices: Strategy = {
  name: 'trades a tenth of a deposit and withdraws slices of this size, one after the other, at the cost of the house',
  per: 'deposit',
  kind: cash,
  play: (game) => playSlices(game),
  planted: {
    fault: 'a refund gave back the turnover that had freed it',
    play: (game) => playSlices(game, { ...productReturnRules, turnoverCountsAgain: true }),
  },
}
