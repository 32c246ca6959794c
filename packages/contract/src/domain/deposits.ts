import type * as z from 'zod/mini'

import type { cardsCalls } from '../cards.ts'
import type { DepositView } from '../deposits.ts'
import { type SavedCard, toSavedCard } from './cards.ts'

type StepView = NonNullable<DepositView['step']>

/** The attempt that is under way. */
export type DepositStep = Pick<StepView, 'processor' | 'state' | 'action'> & {
  /** Our reference of the attempt. */
  readonly transactionId: string
  readonly startedAtMs: number
  readonly deadlineAtMs: number | null
}

/** Amounts in major units of `currency`. */
export type Deposit = Omit<
  DepositView,
  | 'receipt_number'
  | 'bonus_amount'
  | 'turnover_required'
  | 'created_at'
  | 'ended_at'
  | 'step'
  | 'tried'
  | 'redirected_by'
  | 'cascade'
> & {
  readonly receiptNumber: string
  readonly bonusAmount: number
  readonly wageringRequired: number
  readonly step: DepositStep | null
  readonly tried: readonly DepositView['tried'][number][]
  readonly redirectedBy: readonly DepositView['tried'][number][]
  readonly cascade: readonly DepositView['cascade'][number][]
  readonly createdAtMs: number
  readonly endedAtMs: number | null
}

export type Overview = {
  /** The open deposit. */
  readonly deposit: Deposit | null
  readonly recent: readonly Deposit[]
  /** The card that is charged by a payment that names no card. */
  readonly card: SavedCard | null
  /** Saved cards, the latest used first. */
  readonly savedCards: readonly (SavedCard & {
    /** When the fail limit of the card ends; null if it can be used. */
    readonly limitedUntilMs: number | null
  })[]
  /** True if the saved card has failed too often. Another card can be used. */
  readonly isCardLimited: boolean
  /** When the fail limit of that card ends. */
  readonly cardLimitedUntilMs: number | null
  /** True if the trader chose to wait until then. */
  readonly isLimitAccepted: boolean
  /** Number of charging deposits that can still be made today (UTC). */
  readonly depositsLeftToday: number
}

export function toDeposit(view: DepositView): Deposit {
  const { receipt_number, bonus_amount, turnover_required, created_at, ended_at, step, redirected_by, ...rest } = view
  return {
    ...rest,
    receiptNumber: receipt_number,
    bonusAmount: bonus_amount,
    wageringRequired: turnover_required,
    step: step === null ? null : toDepositStep(step),
    redirectedBy: redirected_by,
    createdAtMs: created_at,
    endedAtMs: ended_at,
  }
}

export function toOverview(reply: z.output<typeof cardsCalls.getCurrentDeposit.reply>): Overview {
  const { deposit, recent, card, savedCards, ...limits } = reply
  return {
    ...limits,
    deposit: deposit === null ? null : toDeposit(deposit),
    recent: recent.map(toDeposit),
    card: card === null ? null : toSavedCard(card),
    savedCards: savedCards.map((saved) => ({ ...toSavedCard(saved), limitedUntilMs: saved.limitedUntilMs })),
  }
}

function toDepositStep({ processor, state, action, ...step }: StepView): DepositStep {
  return {
    processor,
    state,
    action,
    transactionId: step.transaction_id,
    startedAtMs: step.started_at,
    deadlineAtMs: step.deadline_at,
  }
}
