import type { DepositView } from '@tradefront/contract/cards'
import type { AttemptView } from '@tradefront/processors/processor'
import { fromMinor } from '@tradefront/rules/ledger/money'
import type { Locale } from '@tradefront/texts/locales'
import { isTextKey, translate } from '@tradefront/texts/translate'

import {
  type Attempt,
  type Capture,
  type Deposit,
  findActiveAttempt,
  findNextProcessor,
  type DepositWithContext,
} from './deposit.ts'

/** A deposit as its owner may see it: no processor's reference, no card but its last four. */
export function toDepositView(deposit: DepositWithContext, language: Locale): DepositView {
  const major = (minor: number) => fromMinor(minor, deposit.currency)
  const activeAttempt = findActiveAttempt(deposit)
  const reason = deposit.state === 'succeeded' ? null : deposit.reason
  return {
    id: deposit.id,
    reference: deposit.id.slice(-12).toUpperCase(),
    state: deposit.state,
    amount: major(deposit.amount),
    currency: deposit.currency,
    bonus: deposit.bonus > 0 ? 1 : 0,
    fixed: deposit.fixed ? 1 : 0,
    bonus_amount: major(deposit.bonus),
    turnover_required: major(deposit.turnover),
    card: deposit.card,
    step: activeAttempt === null ? null : toStepView(deposit, activeAttempt),
    next: findNextProcessor(deposit),
    tried: deposit.attempts.map((attempt) => attempt.processor),
    reason,
    message: deposit.reasonText ?? (reason !== null && isTextKey(reason) ? translate(language, reason) : null),
    credited: toCreditedView(deposit, major),
    refund: deposit.state === 'succeeded' ? null : toRefundView(deposit.captures),
    balance: deposit.state === 'succeeded' ? major(deposit.balance) : null,
    created_at: deposit.createdAtMs,
    ended_at: deposit.endedAtMs,
  }
}

/** An attempt as its processor file may see it. */
export function toAttemptView(deposit: Deposit, attempt: Attempt): AttemptView {
  const { ourRef, state, errorClass, action } = attempt
  const amount = fromMinor(deposit.amount, deposit.currency)
  return { ourRef, depositId: deposit.id, state, errorClass, action, amount, currency: deposit.currency }
}

function toStepView(deposit: Deposit, attempt: Attempt): NonNullable<DepositView['step']> {
  return {
    processor: attempt.processor,
    state: attempt.state,
    action: attempt.action,
    transaction_id: attempt.ourRef,
    id: deposit.id,
    started_at: attempt.createdAtMs,
    deadline_at: attempt.nextCheckAtMs,
  }
}

function toCreditedView(deposit: Deposit, major: (minor: number) => number): DepositView['credited'] {
  const capture = deposit.captures.find(({ place }) => place === 'credited' || place === 'credited_late')
  if (capture === undefined) return null
  return { cash: major(capture.amount), bonus: capture.place === 'credited' ? major(deposit.bonus) : 0 }
}

/** What becomes of money that a deposit took without succeeding; `held` until an operator decides. */
function toRefundView(captures: readonly Capture[]): DepositView['refund'] {
  if (captures.some(({ place }) => place === 'credited_late')) return 'offered'
  if (captures.some(({ place }) => place === 'suspense')) return 'held'
  if (captures.some(({ place }) => place === 'refund_due')) return 'under_way'
  return captures.some(({ place }) => place === 'refunded') ? 'refunded' : null
}
