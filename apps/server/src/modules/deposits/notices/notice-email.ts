import { formatReceiptNumber } from '@tradefront/rules/deposits/receipt-number'
import { findFailureTexts, trimFinalStop } from '@tradefront/rules/deposits/failure-texts'
import { findWalletTab } from '@tradefront/rules/deposits/funding-tabs'
import { findUndoneText } from '@tradefront/rules/deposits/undone-texts'
import { formatMoney } from '@tradefront/rules/ledger/format-money'
import { fromMinor } from '@tradefront/rules/ledger/money'
import type { TextKey } from '@tradefront/texts/keys'
import type { Locale } from '@tradefront/texts/locales'
import type { MessageParams } from '@tradefront/texts/format-message'
import { translate } from '@tradefront/texts/translate'

import { formatMailTime, type Mail } from '../../mail/service.ts'
import {
  type Capture,
  type Deposit,
  type DepositWithContext,
  findCapture,
  getPaidWith,
  sumCredited,
} from '../deposit.ts'
import type { DueNotice } from './notice-store.ts'

export type NoticeSettings = {
  /** Our name on card statements. */
  readonly statementName: string
  /** Number of days in which a refund arrives. */
  readonly refundDays: number
}

type NoticeContext = {
  readonly deposit: DepositWithContext
  readonly at: Date
  readonly settings: NoticeSettings
  /** What was charged, e.g. `Visa •••• 4242`. */
  readonly instrument: string | null
  readonly money: (minor: number, currency?: string) => string
  readonly t: (key: TextKey, params?: MessageParams) => string
  readonly averageRate: number | null
}

type NoticeEmail = Pick<Mail, 'template' | 'params'>

/** Builds the mail in the trader's language, with amounts as the screens show them. */
export function buildNoticeEmail(
  { key, at, deposit, averageRate }: Omit<DueNotice, 'email'>,
  settings: NoticeSettings,
  locale: Locale,
): NoticeEmail {
  const t: NoticeContext['t'] = (textKey, params) => translate(locale, textKey, params)
  const context: NoticeContext = {
    deposit,
    at,
    settings,
    instrument: formatInstrument(deposit, t),
    money: (minor, currency = deposit.currency) => formatMoney(fromMinor(minor, currency), currency, locale),
    t,
    averageRate,
  }
  switch (key.kind) {
    case 'credited':
      return buildReceipt(context)
    case 'failed':
      return buildFailure(context)
    case 'review':
      return buildReview(context)
    default: {
      const capture = findCapture(deposit, key)
      if (capture === undefined) throw new Error('invariant: a notice about money has its capture')
      return buildCaptureEmail(context, key.kind, capture)
    }
  }
}

function buildReceipt(context: NoticeContext): NoticeEmail {
  const { deposit, money, t, settings, instrument } = context
  const { bonus, wageringRequired, releaseMax, promo } = deposit
  const credited = sumCredited(deposit)
  const statementName = { card: settings.statementName, wallet: instrument, claim: null, coins: null }[
    getPaidWith(deposit)
  ]
  return build(context, 'deposit_credited', money(credited === 0 ? deposit.amount : credited), {
    amountDetail: formatCredited(context),
    afterAmount: [
      ...(bonus === 0 ? [] : [t('mail.deposit_bonus', { bonus: money(bonus) })]),
      ...(promo === null ? [] : [t('mail.deposit_promo', { code: promo.code, bonus: money(promo.bonus) })]),
      ...(bonus === 0 && promo === null
        ? []
        : [
            t('mail.deposit_turnover', {
              turnover: money(wageringRequired + (promo?.required ?? 0)),
              release: money(releaseMax + (promo?.releaseMax ?? 0)),
            }),
          ]),
    ],
    atEnd:
      statementName === null
        ? []
        : [
            t(deposit.method === 'card' ? 'mail.deposit_statement' : 'mail.deposit_statement_wallet', {
              name: statementName,
            }),
          ],
  })
}

/** Writes what was credited, e.g. `$400.00 of $1,000.00`; the amount of the deposit if nothing is on the account. */
function formatCredited({ deposit, money, t }: NoticeContext): string {
  const credited = sumCredited(deposit)
  const amount = money(deposit.amount)
  if (credited === 0 || credited === deposit.amount) return amount
  return `${money(credited)} ${t(credited < deposit.amount ? 'deposits.of_amount' : 'deposits.instead_of_amount', { amount })}`
}

/** Builds the mail about a review. The card, wallet or claim decides who has to answer. */
function buildReview(context: NoticeContext): NoticeEmail {
  const { deposit, instrument, money } = context
  const paidWith = getPaidWith(deposit)
  const template =
    paidWith === 'claim' ? 'deposit_claimed' : paidWith === 'wallet' ? 'deposit_review_wallet' : 'deposit_review'
  const { params } = build(context, template, money(deposit.amount))
  return { template, params: { ...params, ...(paidWith === 'wallet' && { name: instrument ?? '' }) } }
}

function buildFailure(context: NoticeContext): NoticeEmail {
  const { deposit, t, money, instrument } = context
  const { reason, reasonText, amount, method } = deposit
  const texts = findFailureTexts({ reason, message: reasonText, wallet: method === 'wallet' ? {} : undefined })
  // Coins can have arrived in part.
  const { params, template } = build(
    context,
    'deposit_failed',
    method === 'crypto' ? formatCredited(context) : money(amount),
  )
  const next = reason === 'cards.day_limit' ? 'mail.deposit_next_day' : texts.next
  return {
    template,
    params: {
      ...params,
      // An operator writes to the trader why a claim was rejected.
      what: reason === 'wallets.claim_rejected' && reasonText !== null ? trimFinalStop(reasonText) : t(texts.what),
      next: t(findCapturedText(deposit) ?? next, { name: instrument ?? '' }),
    },
  }
}

/** Finds what to say about money that can have arrived since the failure. Null if nothing was charged. */
function findCapturedText({ method, captures }: Deposit): TextKey | null {
  const charged = captures.filter(({ status }) => status !== 'reversed')
  if (method === 'crypto' || charged.length === 0) return null
  const isReturned = charged.every(({ status }) => status === 'taken_back')
  return `mail.deposit_${isReturned ? 'returned' : 'captured'}${method === 'wallet' ? '_wallet' : ''}`
}

function buildCaptureEmail(
  context: NoticeContext,
  kind: 'late' | 'part' | 'refunded' | 'taken_back',
  capture: Capture,
): NoticeEmail {
  const { deposit, settings, t, instrument, money } = context
  const paidWith = getPaidWith(deposit)
  const suffix = paidWith === 'wallet' ? '_wallet' : ''
  const name = instrument ?? ''
  const amount = money(capture.amount, capture.currency)
  const { params } = build(context, `deposit_${kind}`, amount)
  switch (kind) {
    case 'late':
      if (paidWith === 'claim') {
        const part = build(context, 'deposit_claim_part', amount, { amountDetail: formatCredited(context) })
        return { ...part, params: { ...part.params, claimed: money(deposit.amount) } }
      }
      return {
        template: 'deposit_late',
        params: {
          ...params,
          why: t(`mail.deposit_late_${deposit.reason === 'deposits.other_amount' ? 'other' : 'why'}${suffix}`, {
            name,
          }),
          sendBack: t(`deposits.refund${suffix}`),
        },
      }
    case 'part':
      return { template: 'deposit_part', params: { ...params, why: describePart(context, capture) } }
    case 'refunded':
      return {
        template: 'deposit_refunded',
        params: {
          ...params,
          target: instrument ?? t('mail.deposit_source'),
          days: settings.refundDays,
          who: suffix === '' ? t('mail.deposit_your_bank') : name,
        },
      }
    case 'taken_back': {
      const status = capture.status === 'reversed' ? 'reversed' : 'taken_back'
      return {
        template: 'deposit_taken_back',
        params: { ...params, why: t(findUndoneText(status, paidWith), { name }) },
      }
    }
  }
}

/** Describes one of several payments to an invoice: what the invoice still needs, and at which rate it was credited. */
function describePart({ deposit, averageRate, money, t }: NoticeContext, { number, processor }: Capture): string {
  if (averageRate !== null) return t('mail.deposit_part_lower', { coin: processor, rate: money(averageRate) })
  const isPaidBefore = deposit.captures.some((earlier) => earlier.number < number && earlier.status === 'credited')
  if (isPaidBefore) return t('mail.deposit_part_more')
  if (deposit.state !== 'failed') return t('mail.deposit_part_rest')
  return t(deposit.reason === 'crypto.canceled' ? 'mail.deposit_part_canceled' : 'mail.deposit_part_ended')
}

type Details = {
  /** Replaces the amount alone. */
  readonly amountDetail?: string
  readonly afterAmount?: readonly string[]
  readonly atEnd?: readonly string[]
}

function build(
  { deposit, at, instrument, t }: NoticeContext,
  template: Mail['template'],
  amount: string,
  { amountDetail = amount, afterAmount = [], atEnd = [] }: Details = {},
): NoticeEmail & { readonly params: MessageParams } {
  const details = [
    t('mail.deposit_amount', { amount: amountDetail }),
    ...afterAmount,
    ...(instrument === null ? [] : [t('mail.deposit_instrument', { instrument })]),
    t('mail.deposit_date', { at: formatMailTime(at) }),
    t('mail.deposit_reference', { reference: formatReceiptNumber(deposit.id) }),
    ...atEnd,
  ]
  return { template, params: { amount, details: details.join('\n') } }
}

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  BTC: 'Bitcoin',
  ETH: 'Ethereum',
}

function formatInstrument({ method, instrumentKind, instrumentHint }: Deposit, t: NoticeContext['t']): string | null {
  if (method === 'wallet') {
    const tab = findWalletTab(instrumentKind ?? '')
    return tab === null ? instrumentKind : t(`deposits.tab_${tab}`)
  }
  if (instrumentKind === null || instrumentHint === null) return null
  return `${brands[instrumentKind] ?? instrumentKind} •••• ${instrumentHint}`
}
