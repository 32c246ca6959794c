import type { Invoice } from '@tradefront/contract/domain/crypto'
import type { Deposit } from '@tradefront/contract/domain/deposits'
import { actionDeadlineMs, idleDeadlineMs } from '@tradefront/rules/deposits/inquiry-schedule'

import type { Translate } from '../../platform/i18n/i18n.ts'
import { formatInstrument } from './deposit-status.ts'

/** `untilMs` is null if no time ends it. */
export type Wait = { readonly text: string; readonly untilMs: number | null }

const minuteMs = 60_000

/**
 * Describes in plain words what a deposit waits for. On the card tab, `cards/payment/payment-steps.ts` does so. Null: it waits for nothing,
 * or for the trader's decision about late money.
 * @param invoice of a payment in coins; null while it is not loaded
 * @param nowMs time of the server
 */
export function describeWait(deposit: Deposit, invoice: Invoice | null, nowMs: number, t: Translate): Wait | null {
  const { state, refund } = deposit
  if (refund === 'held') return { text: describeHeld(deposit, t), untilMs: null }
  if (refund === 'under_way') {
    const name = formatInstrument(deposit, t) ?? ''
    return { text: t(`deposits.wait_refund${getNameSuffix(deposit)}`, { name }), untilMs: null }
  }
  if (refund !== null || state === 'succeeded' || state === 'failed') return null
  if (deposit.invoice !== null) return describeInvoiceWait(invoice, nowMs, t)
  return state === 'review' ? { text: describeReview(deposit, t), untilMs: null } : describeStepWait(deposit, t)
}

/** Describes money that was taken and waits for an operator. */
export function describeHeld(deposit: Deposit, t: Translate): string {
  return t(`deposits.refund_held${getNameSuffix(deposit)}`, { name: formatInstrument(deposit, t) ?? '' })
}

/** Returns the suffix of texts that name a wallet instead of a bank. */
function getNameSuffix({ wallet }: Deposit) {
  return wallet === undefined ? '' : '_wallet'
}

function describeReview(deposit: Deposit, t: Translate): string {
  if (deposit.wallet === undefined) return t('deposits.wait_review_card')
  if (deposit.wallet.is_claim) return t('deposits.wait_claim')
  return t('deposits.wait_review', { name: formatInstrument(deposit, t) ?? '' })
}

function describeStepWait(deposit: Deposit, t: Translate): Wait {
  const { step, wallet } = deposit
  const name = formatInstrument(deposit, t) ?? ''
  if (step === null) {
    return { text: t('deposits.wait_next_step', { minutes: idleDeadlineMs / minuteMs }), untilMs: null }
  }
  if (step.action === null) {
    const text = wallet === undefined ? t('deposits.wait_answer_card') : t('deposits.wait_answer', { name })
    return { text, untilMs: null }
  }
  const text = wallet === undefined ? t('deposits.wait_you_bank') : t('deposits.wait_you_wallet', { name })
  return { text, untilMs: step.startedAtMs + actionDeadlineMs }
}

function describeInvoiceWait(invoice: Invoice | null, nowMs: number, t: Translate): Wait {
  if (invoice === null) return { text: t('deposits.wait_invoice'), untilMs: null }
  const { state, coin, coinMissing, confirmations, confirmationsRequired, expiresAtMs } = invoice
  if (invoice.isChecked) return { text: t('deposits.wait_checked'), untilMs: null }
  if ((state === 'new' || state === 'underpaid') && nowMs >= expiresAtMs)
    return { text: t('deposits.wait_over'), untilMs: null }
  if (state === 'new') return { text: t('deposits.wait_coins', { amount: coinMissing, coin }), untilMs: expiresAtMs }
  if (state === 'underpaid')
    return { text: t('deposits.wait_rest', { amount: coinMissing, coin }), untilMs: expiresAtMs }
  return {
    text: t('deposits.wait_confirmations', { done: confirmations, needed: confirmationsRequired }),
    untilMs: null,
  }
}
