import type { MessageParams } from '@tradefront/texts/format-message'
import type { TextKey } from '@tradefront/texts/keys'

import type { MoneyOptions } from '../ledger/format-money.ts'
import { type Currency, fromMinor, toMinor } from '../ledger/money.ts'
import { computePromoBonus } from './promo-terms.ts'

/** Amounts are in major units. */
export type ShownTerms = {
  readonly currency: Currency
  readonly percent: number | null
  readonly amount: number | null
  readonly minDeposit: number | null
  readonly turnoverFactor: number
  readonly releaseFactor: number
  readonly endsAtMs: number | null
}

/** Functions that write amounts and times in the language of the sentences. */
type TermsFormat = {
  readonly money: (amount: number, currency: Currency, options: MoneyOptions) => string
  readonly longDateTime: (atMs: number) => string
}

export type Sentence = { readonly key: TextKey; readonly params: MessageParams }

/**
 * Describes the effect of a code, its requirement, its turnover, its release, for whom it is, and how long it can be used, in this order.
 */
export function describePromoTerms(terms: ShownTerms, format: TermsFormat): Sentence[] {
  const { currency, percent, amount, minDeposit, turnoverFactor, releaseFactor, endsAtMs } = terms
  const money = (major: number): string => format.money(major, currency, { isWhole: true })
  const minimum = minDeposit === null ? '' : money(minDeposit)
  return [
    percent !== null
      ? { key: 'promo.term_percent', params: { percent, minimum } }
      : minDeposit === null
        ? { key: 'promo.term_amount', params: { amount: money(amount ?? 0) } }
        : { key: 'promo.term_amount_deposit', params: { amount: money(amount ?? 0), minimum } },
    ...(amount === null
      ? ([
          { key: 'promo.term_turnover_factor', params: { factor: turnoverFactor } },
          { key: 'promo.term_release_percent', params: { percent: releaseFactor * 100 } },
        ] as const)
      : describeAmount({ ...terms, amount }, money)),
    ...(minDeposit === null ? [{ key: 'promo.term_once', params: {} } as const] : []),
    ...(endsAtMs === null
      ? []
      : [{ key: 'promo.term_until', params: { time: format.longDateTime(endsAtMs) } } as const]),
  ]
}

function describeAmount(
  { currency, amount, minDeposit, ...factors }: ShownTerms & { readonly amount: number },
  money: (major: number) => string,
): Sentence[] {
  const terms = { percent: null, amount: toMinor(amount, currency) }
  const { required, releaseMax } = computePromoBonus(terms, toMinor(minDeposit ?? 0, currency), factors)
  return [
    { key: 'promo.term_turnover', params: { turnover: money(fromMinor(required, currency)) } },
    { key: 'promo.term_release', params: { amount: money(fromMinor(releaseMax, currency)) } },
  ]
}
