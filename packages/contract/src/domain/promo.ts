import type { Currency } from '@tradefront/rules/ledger/money'
import type { ShownTerms } from '@tradefront/rules/promo/describe-terms'
import type * as z from 'zod/mini'

import type { BonusView, promoCalls, PromoTermsView } from '../promo.ts'

/** Effects of a promo code. Major units. */
export type PromoTerms = ShownTerms & { readonly code: string }

/** Major units. */
export type Bonus = {
  readonly id: number
  /** Null: the bonus of a deposit, or a prize. */
  readonly code: string | null
  readonly isPrize: boolean
  readonly currency: Currency
  readonly amount: number
  readonly wageringDone: number
  readonly wageringRequired: number
  /** Most that becomes cash when the turnover is done. */
  readonly releaseMax: number
  /** Null: the turnover is not done. */
  readonly released: number | null
  /** Another account of the same person has had it: nothing becomes cash. */
  readonly isGivenBefore: boolean
  readonly state: BonusView['state']
  readonly createdAtMs: number
}

/** A code that was not used; `message` says why. Without a deposit, it was entered at registration. */
export type RefusedCode = {
  readonly code: string
  readonly message: string
  readonly atMs: number
  readonly hasDeposit: boolean
}

/** `refusal` says why a deposit that is made now does not get its bonus, or is null. */
export type StoredCode = PromoTerms & { readonly refusal: string | null }

export type BonusOverview = {
  /** Waits for a deposit. */
  readonly stored: StoredCode | null
  /** Waits for the proof of the e-mail. */
  readonly waiting: PromoTerms | null
  /** The latest code, if it was not used. */
  readonly refused: RefusedCode | null
  /** The open ones. Turnover counts towards the first. */
  readonly bonuses: readonly Bonus[]
}

export function toPromoTerms(view: PromoTermsView): PromoTerms {
  const { min_deposit, turnover_factor, release_factor, ends_at, ...terms } = view
  const factors = { turnoverFactor: turnover_factor, releaseFactor: release_factor }
  return { ...terms, ...factors, minDeposit: min_deposit, endsAtMs: ends_at }
}

export function toBonus({
  is_prize = false,
  turnover_required,
  turnover_done,
  release_max,
  given_before,
  created_at,
  ...bonus
}: BonusView): Bonus {
  return {
    ...bonus,
    isPrize: is_prize,
    wageringDone: turnover_done,
    wageringRequired: turnover_required,
    releaseMax: release_max,
    isGivenBefore: given_before,
    createdAtMs: created_at,
  }
}

export function toBonusOverview(reply: z.output<typeof promoCalls.listBonuses.reply>): BonusOverview {
  return {
    stored: reply.stored && toStoredCode(reply.stored),
    waiting: reply.waiting && toPromoTerms(reply.waiting),
    refused: reply.refused && toRefusedCode(reply.refused),
    bonuses: reply.bonuses.map(toBonus),
  }
}

type OverviewView = z.output<typeof promoCalls.listBonuses.reply>

function toStoredCode({ refusal, ...terms }: NonNullable<OverviewView['stored']>): StoredCode {
  return { ...toPromoTerms(terms), refusal: refusal?.message ?? null }
}

function toRefusedCode({ code, message, at, has_deposit }: NonNullable<OverviewView['refused']>): RefusedCode {
  return { code, message, atMs: at, hasDeposit: has_deposit }
}
