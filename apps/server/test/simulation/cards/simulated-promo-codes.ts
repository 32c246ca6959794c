import type { Bound } from '../../fixtures/app/bind-context.ts'
import type { createPromoCode, endPromoCode, NewPromoCode } from '../../../src/modules/promo/promo-code-operator.ts'
import type { Random } from '../../fixtures/seeded-random.ts'

/** Actions of an operator on promo codes. */
export type PromoCodes = {
  readonly createPromoCode: Bound<typeof createPromoCode>
  readonly endPromoCode: Bound<typeof endPromoCode>
}

/** Terms that an operator has given a code. */
export type SimulatedPromoCode = Pick<NewPromoCode, 'code' | 'minDeposit' | 'maxUses' | 'maxUsesPerTrader'>

/** Makes codes unique in the database; nothing depends on the names. */
let codeCount = 0

const kinds = ['one-time', 'for each trader', 'percent', 'with a deposit'] as const

/** Draws a code, with amounts in minor units of the base currency. */
export function drawPromoCode(random: Random, kind = random.pick(kinds)): NewPromoCode {
  codeCount += 1
  const base = { code: `SIM-${codeCount}`, audience: 'everyone', startsAt: null, endsAt: null } as const
  switch (kind) {
    case 'one-time':
      return { ...base, percent: null, amount: 2_000, minDeposit: null, maxUses: 1, maxUsesPerTrader: 1 }
    case 'for each trader':
      return { ...base, percent: null, amount: 1_501, minDeposit: null, maxUses: null, maxUsesPerTrader: 1 }
    case 'percent':
      return {
        ...base,
        percent: 33,
        amount: null,
        minDeposit: random.pick([25_000, 25_000, 100_000]),
        maxUses: random.pick([null, 1, 2]),
        maxUsesPerTrader: random.pick([1, 2]),
      }
    case 'with a deposit':
      return { ...base, percent: null, amount: 5_000, minDeposit: 25_000, maxUses: 1, maxUsesPerTrader: 1 }
  }
}
