import type { MessageParams } from '@tradefront/texts/format-message'
import type { TextKey } from '@tradefront/texts/keys'

import type { MoneyOptions } from '../ledger/format-money.ts'
import type { Currency } from '../ledger/money.ts'

/** Major units. */
export type ShownTerms = {
  readonly currency: Currency
  readonly percent: number | null
  readonly amount: number | null
  readonly minDeposit: number | null
  readonly turnoverFactor: number
  readonly releaseFactor: number
  readonly endsAtMs: number | null
}

/** Writes amounts and times in the language of the sentences. */
type TermsFormat = {
  readonly money: (amount: number, currency: Currency, options: MoneyOptions) => string
  readonly longDateTime: (atMs: number) => string
}

export type Sentence = { readonly key: TextKey; readonly params: MessageParams }

/** A code's effect, requirement, turnover, release and end, in this order. */
export function describePromoTerms(terms: ShownTerms, format: TermsFormat): Sentence[] {
  const money = (amount: number): string => format.money(amount, terms.currency, { isWhole: true })
  const { percent, amount, turnoverFactor, releaseFactor, endsAtMs } = terms
  const minimum = terms.minDeposit === null ? '' : money(terms.minDeposit)
  return [
    percent !== null
      ? { key: 'promo.term_percent', params: { percent, minimum } }
      : terms.minDeposit === null
        ? { key: 'promo.term_amount', params: { amount: money(amount ?? 0) } }
        : { key: 'promo.term_amount_deposit', params: { amount: money(amount ?? 0), minimum } },
    amount === null
      ? { key: 'promo.term_turnover_factor', params: { factor: turnoverFactor } }
      : { key: 'promo.term_turnover', params: { turnover: money(amount * turnoverFactor) } },
    amount === null
      ? { key: 'promo.term_release_percent', params: { percent: releaseFactor * 100 } }
      : { key: 'promo.term_release', params: { amount: money(amount * releaseFactor) } },
    ...(endsAtMs === null
      ? []
      : [{ key: 'promo.term_until', params: { time: format.longDateTime(endsAtMs) } } as const]),
  ]
}
