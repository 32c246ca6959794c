import type { MessageParams } from '@tradefront/texts/format-message'
import type { TextKey } from '@tradefront/texts/keys'

import { formatMoney } from '../ledger/format-money.ts'
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

export type Sentence = { readonly key: TextKey; readonly params: MessageParams }

/** A code's effect, requirement, turnover, release and end, in this order. */
export function describePromoTerms(terms: ShownTerms, lang: string): Sentence[] {
  const money = (amount: number): string => formatMoney(amount, terms.currency, lang, { isWhole: true })
  const { percent, amount, turnoverFactor, releaseFactor, endsAtMs } = terms
  const minimum = terms.minDeposit === null ? '' : money(terms.minDeposit)
  const end = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'short' })
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
    ...(endsAtMs === null ? [] : [{ key: 'promo.term_until', params: { time: end.format(endsAtMs) } } as const]),
  ]
}
