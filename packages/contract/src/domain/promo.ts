import type { Currency } from '@tradefront/rules/ledger/money'
import type { ShownTerms } from '@tradefront/rules/promo/describe-terms'
import type * as z from 'zod/mini'

import type { BonusView, promoCalls, PromoTermsView } from '../promo.ts'

/** What a promo code does. Major units. */
export type PromoTerms = ShownTerms & { readonly code: string }

/** Major units. */
export type Bonus = {
  readonly id: number
  /** Null: the bonus of a deposit. */
  readonly code: string | null
  readonly currency: Currency
  readonly amount: number
  readonly wageringDone: number
  readonly wageringRequired: number
  readonly state: BonusView['state']
  readonly createdAtMs: number
}

export type BonusOverview = {
  /** Waits for a deposit. */
  readonly stored: PromoTerms | null
  /** The latest code, if it was not used with its deposit; `message` says why. */
  readonly refused: { readonly code: string; readonly message: string } | null
  /** Turnover counts towards the first open one. */
  readonly bonuses: readonly Bonus[]
}

export function toPromoTerms(view: PromoTermsView): PromoTerms {
  const { min_deposit, turnover_factor, ends_at, ...terms } = view
  return { ...terms, minDeposit: min_deposit, turnoverFactor: turnover_factor, endsAtMs: ends_at }
}

export function toBonusOverview(reply: z.output<typeof promoCalls.listBonuses.reply>): BonusOverview {
  return {
    stored: reply.stored === null ? null : toPromoTerms(reply.stored),
    refused: reply.refused,
    bonuses: reply.bonuses.map(({ turnover_required, turnover_done, created_at, ...bonus }) => ({
      ...bonus,
      wageringDone: turnover_done,
      wageringRequired: turnover_required,
      createdAtMs: created_at,
    })),
  }
}
