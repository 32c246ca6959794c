import { isClaimCode } from '@tradefront/rules/deposits/claims'
import { findFailureTexts } from '@tradefront/rules/deposits/failure-texts'
import { findWalletTab } from '@tradefront/rules/deposits/funding-tabs'
import { idleDeadlineMs } from '@tradefront/rules/deposits/retry-schedule'
import { formatMoney } from '@tradefront/rules/ledger/format-money'
import { fromMinor } from '@tradefront/rules/ledger/money'
import type { TextKey } from '@tradefront/texts/keys'
import type { Locale } from '@tradefront/texts/locales'
import type { MessageParams } from '@tradefront/texts/format-message'
import { translate } from '@tradefront/texts/translate'

import { minuteMs } from '../../../platform/clock.ts'
import { formatMailTime, type Mail } from '../../mail/service.ts'
import { type Capture, type Deposit, type DepositWithContext, findCapture, formatReceiptNumber } from '../deposit.ts'
import type { DueNotice } from './notice-store.ts'

export type NoticeSettings = {
  /** Our name on card statements. */
  readonly statementName: string
  /** Until a refund has arrived. */
  readonly refundDays: number
}

type NoticeContext = {
  readonly deposit: DepositWithContext
  readonly at: Date
  readonly settings: NoticeSettings
  /** E.g. `Visa •••• 4242`. */
  readonly instrument: string | null
  readonly money: (minor: number, currency?: string) => string
  readonly t: (key: TextKey, params?: MessageParams) => string
}

type NoticeEmail = Pick<Mail, 'template' | 'params'>

/** In the trader's language, with amounts as the screens show them. */
export function buildNoticeEmail(
  { key, at, deposit }: Pick<DueNotice, 'key' | 'at' | 'deposit'>,
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
  const { deposit, money, t, settings } = context
  const { bonus, wageringRequired, currency, amount, promo } = deposit
  return build(
    context,
    'deposit_credited',
    amount,
    currency,
    [
      ...(bonus === 0 ? [] : [t('mail.deposit_bonus', { bonus: money(bonus) })]),
      ...(promo === null ? [] : [t('mail.deposit_promo', { code: promo.code, bonus: money(promo.bonus) })]),
      ...(bonus === 0 && promo === null
        ? []
        : [t('mail.deposit_turnover', { turnover: money(wageringRequired + (promo?.required ?? 0)) })]),
    ],
    deposit.method === 'card' ? [t('mail.deposit_statement', { name: settings.statementName })] : [],
  )
}

/** The card, wallet or claim decides who has to answer. */
function buildReview(context: NoticeContext): NoticeEmail {
  const { deposit, instrument } = context
  const isWallet = deposit.method === 'wallet'
  const template = isClaim(deposit) ? 'deposit_claimed' : isWallet ? 'deposit_review_wallet' : 'deposit_review'
  const { params } = build(context, template, deposit.amount, deposit.currency)
  return { template, params: { ...params, ...(isWallet && { name: instrument ?? '' }) } }
}

function buildFailure(context: NoticeContext): NoticeEmail {
  const { deposit, t } = context
  const { reason, reasonText, amount, currency } = deposit
  const texts = findFailureTexts({ reason, message: reasonText, wallet: deposit.method === 'wallet' ? {} : undefined })
  const { params, template } = build(context, 'deposit_failed', amount, currency)
  const next = reason === 'cards.day_limit' ? 'mail.deposit_next_day' : texts.next
  return {
    template,
    params: {
      ...params,
      // An operator writes to the trader why a claim was rejected.
      what: reason === 'wallets.claim_rejected' && reasonText !== null ? reasonText : t(texts.what),
      next: t((deposit.method === 'crypto' ? null : findCapturedText(deposit.captures)) ?? next, {
        minutes: idleDeadlineMs / minuteMs,
      }),
    },
  }
}

/** Money can have arrived since the failure. Null if nothing was charged. */
function findCapturedText(captures: readonly Capture[]): TextKey | null {
  const charged = captures.filter(({ status }) => status !== 'reversed')
  if (charged.length === 0) return null
  return charged.every(({ status }) => status === 'taken_back') ? 'mail.deposit_returned' : 'mail.deposit_captured'
}

function buildCaptureEmail(
  context: NoticeContext,
  kind: 'late' | 'part' | 'refunded' | 'taken_back',
  { amount, currency, status }: Capture,
): NoticeEmail {
  const { deposit, settings, t, instrument } = context
  const suffix = deposit.method === 'wallet' ? '_wallet' : ''
  const { params } = build(context, `deposit_${kind}`, amount, currency)
  switch (kind) {
    case 'late':
      if (isClaim(deposit))
        return { template: 'deposit_claim_part', params: { ...params, claimed: context.money(deposit.amount) } }
      return {
        template: 'deposit_late',
        params: {
          ...params,
          why: t(`mail.deposit_late_${deposit.reason === 'cards.other_amount' ? 'other' : 'why'}${suffix}`, {
            name: instrument ?? '',
          }),
          sendBack: t(`cards.refund${suffix}`),
        },
      }
    case 'part':
      return { template: 'deposit_part', params }
    case 'refunded':
      return {
        template: 'deposit_refunded',
        params: {
          ...params,
          target: instrument ?? t('mail.deposit_source'),
          days: settings.refundDays,
        },
      }
    case 'taken_back':
      return {
        template: 'deposit_taken_back',
        params: { ...params, why: t(status === 'reversed' ? 'cards.reversed_text' : 'cards.taken_back_text') },
      }
  }
}

/** @param lines further details: after the amount, and at the end */
function build(
  { deposit, at, instrument, money, t }: NoticeContext,
  template: Mail['template'],
  amount: number,
  currency: string,
  afterAmount: readonly string[] = [],
  atEnd: readonly string[] = [],
): NoticeEmail & { readonly params: MessageParams } {
  const details = [
    t('mail.deposit_amount', { amount: money(amount, currency) }),
    ...afterAmount,
    ...(instrument === null ? [] : [t('mail.deposit_instrument', { instrument })]),
    t('mail.deposit_date', { at: formatMailTime(at) }),
    t('mail.deposit_reference', { reference: formatReceiptNumber(deposit.id) }),
    ...atEnd,
  ]
  return { template, params: { amount: money(amount, currency), details: details.join('\n') } }
}

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  BTC: 'Bitcoin',
  ETH: 'Ethereum',
}

function isClaim({ processorOrder }: Deposit): boolean {
  return processorOrder.some(isClaimCode)
}

function formatInstrument({ method, instrumentKind, instrumentHint }: Deposit, t: NoticeContext['t']): string | null {
  if (method === 'wallet') {
    const tab = findWalletTab(instrumentKind ?? '')
    return tab === null ? instrumentKind : t(`cards.tab_${tab}`)
  }
  if (instrumentKind === null || instrumentHint === null) return null
  return `${brands[instrumentKind] ?? instrumentKind} •••• ${instrumentHint}`
}
