import type { PromoCodeOperator } from '../../promo/service.ts'
import type { Random } from '../../../testing/seeded-random.ts'

type NewPromoCode = Parameters<PromoCodeOperator['createCode']>[0]

/** The terms that an operator has given a code. */
export type SimulatedPromoCode = Pick<NewPromoCode, 'code' | 'minDeposit' | 'maxUses' | 'maxUsesPerTrader'>

/** Codes are unique in the database; nothing depends on the names. */
let codeCount = 0

/** A one-time code, one for each trader, a percentage of a deposit, or an amount with one. Minor units of the base currency. */
export function drawPromoCode(random: Random): NewPromoCode {
  codeCount += 1
  const base = { code: `SIM-${codeCount}`, audience: 'everyone', startsAt: null, endsAt: null } as const
  switch (random.below(4)) {
    case 0:
      return { ...base, percent: null, amount: 2_000, minDeposit: null, maxUses: 1, maxUsesPerTrader: 1 }
    case 1:
      return { ...base, percent: null, amount: 1_501, minDeposit: null, maxUses: null, maxUsesPerTrader: 2 }
    case 2:
      return {
        ...{ ...base, percent: 33, amount: null, minDeposit: random.pick([25_000, 100_000]) },
        ...{ maxUses: random.pick([null, 1, 2]), maxUsesPerTrader: random.pick([1, 2]) },
      }
    default:
      return { ...base, percent: null, amount: 5_000, minDeposit: 25_000, maxUses: 1, maxUsesPerTrader: 1 }
  }
}
