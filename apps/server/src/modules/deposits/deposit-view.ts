import { formatReceiptNumber } from '@tradefront/rules/deposits/receipt-number'
import type { DepositView } from '@tradefront/contract/deposits'
import { isInvoiceCoin } from '@tradefront/rules/crypto/coins'
import { isClaimCode } from '@tradefront/rules/deposits/claims'
import { captureAccounts } from '@tradefront/rules/deposits/deposit-state-machine'
import { fromMinor } from '@tradefront/rules/ledger/money'
import type { Locale } from '@tradefront/texts/locales'
import { isTextKey, translate } from '@tradefront/texts/translate'

import {
  type Attempt,
  type Capture,
  type Deposit,
  findActiveAttempt,
  listCreditedCaptures,
  findNextProcessor,
  isKnownProcessor,
  type DepositWithContext,
  sumCredited,
} from './deposit.ts'

/** Describes the deposit without processor references, the full card number, and processors that were removed from the product. */
export function toDepositView(deposit: DepositWithContext, language: Locale): DepositView {
  const major = (minor: number) => fromMinor(minor, deposit.currency)
  const activeAttempt = findActiveAttempt(deposit)
  const reason = deposit.state === 'succeeded' ? null : deposit.reason
  return {
    id: deposit.id,
    receipt_number: formatReceiptNumber(deposit.id),
    state: deposit.state,
    amount: major(deposit.amount),
    currency: deposit.currency,
    bonus: deposit.bonus > 0 ? 1 : 0,
    fixed: deposit.isFixed ? 1 : 0,
    bonus_amount: major(deposit.bonus),
    turnover_required: major(deposit.wageringRequired),
    card: toCardView(deposit),
    ...(deposit.method === 'wallet' && { wallet: toWalletView(deposit) }),
    invoice: toInvoiceView(deposit),
    step: activeAttempt === null ? null : toStepView(deposit, activeAttempt),
    next: findNextProcessor(deposit),
    tried: deposit.attempts.map((attempt) => attempt.processor).filter(isKnownProcessor),
    redirected_by: deposit.attempts
      .filter(({ hadPage }) => hadPage)
      .map(({ processor }) => processor)
      .filter(isKnownProcessor),
    ...(deposit.attempts.some(hasNoCheckResult) && { unchecked: true }),
    cascade: deposit.processorOrder.filter(isKnownProcessor),
    reason,
    message: deposit.reasonText ?? translateReason(reason, language),
    credited: toCreditedView(deposit, major),
    ...toPromoView(deposit, major),
    refund: deposit.state === 'succeeded' ? toUndoneView(deposit.captures) : toRefundView(deposit.captures),
    balance: deposit.state === 'succeeded' ? major(deposit.balance) : null,
    created_at: deposit.createdAtMs,
    ended_at: deposit.endedAtMs,
  }
}

function hasNoCheckResult({ isCharging, state, errorClass, replayedReplies }: Attempt): boolean {
  // A processor that was switched off was not asked.
  const isAsked = errorClass !== 'switched_off'
  return !isCharging && isAsked && state === 'not_charged' && replayedReplies.start === undefined
}

/** Translates the reason, without the day's limit, which can have changed since. */
function translateReason(reason: string | null, language: Locale): string | null {
  const key = reason === 'cards.day_limit' ? 'cards.failed_day_limit' : reason
  return key !== null && isTextKey(key) ? translate(language, key) : null
}

function toCardView({ method, instrumentKind, instrumentHint }: Deposit): DepositView['card'] {
  if (method !== 'card' || instrumentKind === null || instrumentHint === null) return null
  return { brand: instrumentKind, last4: instrumentHint }
}

function toWalletView({ instrumentKind, processorOrder }: Deposit): NonNullable<DepositView['wallet']> {
  return { name: instrumentKind ?? '', is_claim: processorOrder.some(isClaimCode) }
}

function toInvoiceView({ attempts: [attempt] }: Deposit): DepositView['invoice'] {
  return attempt !== undefined && isInvoiceCoin(attempt.processor)
    ? { coin: attempt.processor, guid: attempt.reference }
    : null
}

function toStepView(deposit: Deposit, attempt: Attempt): DepositView['step'] {
  if (!isKnownProcessor(attempt.processor)) return null
  return {
    processor: attempt.processor,
    state: attempt.state,
    action: attempt.action,
    transaction_id: attempt.reference,
    id: deposit.id,
    started_at: attempt.createdAtMs,
    deadline_at: attempt.nextCheckAtMs,
  }
}

function toCreditedView(deposit: DepositWithContext, major: (minor: number) => number): DepositView['credited'] {
  const credited = listCreditedCaptures(deposit)
  if (credited.length === 0) return null
  const hasBonus = credited.some(({ status }) => status === 'credited')
  return { cash: major(sumCredited(deposit)), bonus: hasBonus ? major(deposit.bonus + (deposit.promo?.bonus ?? 0)) : 0 }
}

function toPromoView({ promo }: DepositWithContext, major: (minor: number) => number): Pick<DepositView, 'promo'> {
  if (promo === null) return {}
  return { promo: { code: promo.code, bonus: major(promo.bonus), turnover: major(promo.required) } }
}

function toUndoneView(captures: readonly Capture[]): DepositView['refund'] {
  const has = (wanted: 'reversed' | 'taken_back') =>
    captures.some(({ number, status }) => number === 1 && status === wanted)
  if (captures.some(({ status }) => captureAccounts[status] === 'cash')) return null
  return has('taken_back') ? 'taken_back' : has('reversed') ? 'reversed' : null
}

function toRefundView(captures: readonly Capture[]): DepositView['refund'] {
  const late = captures.find(({ status }) => status === 'credited_late')
  // Money of a claim came from outside, so that no refund can be requested: it is a part of what was reported.
  if (late !== undefined && isClaimCode(late.processor)) return null
  if (late !== undefined) return late.isKept ? 'kept' : 'offered'
  if (captures.some(({ status }) => status === 'suspense')) return 'held'
  if (captures.some(({ status }) => status === 'refund_due')) return 'under_way'
  if (captures.some(({ status }) => status === 'refunded')) return 'refunded'
  return toUndoneView(captures)
}
