import type { Invoice } from '@tradefront/contract/domain/crypto'
import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import { lockGainPercent } from '@tradefront/rules/crypto/credit'
import type { TextKey } from '@tradefront/texts/keys'

import type { Format } from '../../../platform/i18n/format.ts'
import type { MessageParams } from '../../../platform/i18n/i18n.ts'

export type InvoiceMessage = { readonly key: TextKey; readonly params?: MessageParams }

export type InvoiceDescription = {
  readonly tone: 'info' | 'success' | 'warn'
  readonly title: InvoiceMessage
  /** Meaning of the state, and the next step. */
  readonly text: readonly InvoiceMessage[]
  /** Rate at which the payment is credited, shown as a detail. */
  readonly terms?: InvoiceMessage
  /** True if the trader should send coins now. */
  readonly isPayable: boolean
  /** True if coins can arrive at an address that is no longer watched: only support can credit them. */
  readonly needsSupport: boolean
}

/** Usual time between two blocks, in minutes. */
const blockMinutes: Readonly<Record<InvoiceCoin, number>> = { BTC: 10, ETH: 0.2 }

/**
 * Describes an invoice.
 * @param nowMs time of the server
 */
export function describeInvoice(invoice: Invoice, format: Format, nowMs: number): InvoiceDescription {
  const params = toParams(invoice, format)
  const say = (key: TextKey, more: MessageParams = {}): InvoiceMessage => ({ key, params: { ...params, ...more } })
  return addTrouble(describeState(invoice, say, nowMs), invoice, say)
}

/** Adds a credited payment that the network no longer knows. Unless there is better news, it becomes the title. */
function addTrouble(description: InvoiceDescription, invoice: Invoice, say: Say): InvoiceDescription {
  const { status, isChecked, credited, coinTakenBack, payments } = invoice
  if (!isChecked && isZero(coinTakenBack)) return description
  const text = [
    ...(isChecked ? [say('invoices.checked_text')] : []),
    ...(isZero(coinTakenBack) ? [] : [say('invoices.taken_back_text')]),
    ...(status === 'su' && payments.some(({ state }) => state === 'seen') ? [say('invoices.since_then')] : []),
  ]
  const isTitle = isChecked ? status === 'wt' : status !== 'wt' && credited === 0
  if (!isTitle) return { ...description, tone: 'warn', text: [...description.text, ...text] }
  const title = say(isChecked ? 'invoices.checked_title' : 'invoices.taken_back_title')
  const rest = status === 'ex' ? description.text : []
  return { ...description, tone: 'warn', title, text: [...text, ...rest], isPayable: false }
}

function describeState(invoice: Invoice, say: Say, nowMs: number): InvoiceDescription {
  const still = { isPayable: false, needsSupport: false }
  switch (invoice.state) {
    case 'new':
    case 'underpaid':
      return nowMs < invoice.expiresAtMs
        ? describePayable(invoice, say)
        : { tone: 'info', ...describeWait(invoice, say) }
    case 'seen':
    case 'confirming':
      return {
        ...still,
        tone: 'info',
        title: say('invoices.seen_title'),
        text: [
          say('invoices.seen_text'),
          ...(invoice.isTest ? [] : [say('invoices.seen_time', { minutes: countMinutesLeft(invoice) })]),
        ],
      }
    case 'paid':
    case 'overpaid':
      return {
        ...still,
        tone: 'success',
        title: say('invoices.paid_title'),
        text: [
          say(invoice.state === 'paid' ? 'invoices.paid_text' : 'invoices.overpaid_text'),
          ...(invoice.bonusAmount > 0 ? [say('invoices.paid_bonus')] : []),
          ...(invoice.promo === null ? [] : [say('invoices.paid_promo')]),
          ...(isZero(invoice.coinLate)
            ? []
            : [say(isAnyWaiting(invoice) ? 'invoices.also_late_waiting' : 'invoices.also_late')]),
        ],
      }
    case 'late':
    case 'expired':
      return describeEnd(invoice, say, nowMs)
  }
}

type Say = (key: TextKey, more?: MessageParams) => InvoiceMessage

function describePayable(invoice: Invoice, say: Say): InvoiceDescription {
  const rest = { isPayable: true, needsSupport: false }
  if (invoice.state === 'new')
    return {
      ...rest,
      tone: 'info',
      title: say('invoices.new_title'),
      text: [say('invoices.new_text')],
      terms: say('invoices.lock'),
    }
  const hasBonus = invoice.bonusAmount > 0 || invoice.promo !== null
  const isCredited = invoice.credited > 0
  return {
    ...rest,
    tone: 'warn',
    title: say('invoices.underpaid_title'),
    text: [
      ...(isCredited ? [say('invoices.underpaid_credited')] : []),
      say('invoices.underpaid_text'),
      ...(hasBonus ? [say(isCredited ? 'invoices.underpaid_bonus_missing' : 'invoices.underpaid_bonus')] : []),
      ...(hasBonus || isCredited ? [] : [say('invoices.underpaid_plain')]),
      ...(invoice.promo === null ? [] : [say('invoices.underpaid_promo')]),
    ],
    terms: say('invoices.lock'),
  }
}

/** Describes an invoice whose time is over, while the chain has not been read up to there. */
function describeWait(invoice: Invoice, say: Say) {
  const text = invoice.state === 'new' ? 'invoices.checking_text' : 'invoices.checking_part_text'
  return { title: say('invoices.checking_title'), text: [say(text)], isPayable: false, needsSupport: false }
}

function describeEnd(invoice: Invoice, say: Say, nowMs: number): InvoiceDescription {
  const isWatched = invoice.watchedUntilMs !== null && nowMs < invoice.watchedUntilMs
  const isWaiting = isAnyWaiting(invoice)
  const after = say(isWatched ? 'invoices.watched' : 'invoices.not_watched')
  const rest = { tone: 'warn', isPayable: false, needsSupport: !isWatched } as const
  if (invoice.isNetworkChanged)
    return { ...rest, title: say('crypto.failed_network_changed'), text: [say('crypto.next_network_changed')] }
  if (invoice.isCanceled) {
    const credited = invoice.credited > 0 ? 'invoices.canceled_credited' : 'invoices.canceled_text'
    const text = isWaiting ? 'invoices.canceled_waiting' : credited
    return { ...rest, title: say('invoices.canceled_title'), text: [say(text), after] }
  }
  // The rate of a late payment is not known before it is in a block.
  if (invoice.state === 'late')
    return isWaiting
      ? { ...rest, title: say('invoices.late_waiting_title'), text: [say('invoices.late_waiting'), after] }
      : { ...rest, title: say('invoices.late_title'), text: [say('invoices.late_text'), after] }
  if (isZero(invoice.coinReceived))
    return { ...rest, title: say('invoices.expired_title'), text: [say('invoices.expired_text'), after] }
  if (Number(invoice.coinReceived) >= Number(invoice.coinAmount))
    return isWaiting
      ? { ...rest, title: say('invoices.after_end_waiting_title'), text: [say('invoices.after_end_waiting'), after] }
      : { ...rest, title: say('invoices.after_end_title'), text: [say('invoices.after_end_text'), after] }
  const text = say(isWaiting ? 'invoices.part_waiting' : 'invoices.part_text')
  return { ...rest, title: say('invoices.part_title'), text: [text, after] }
}

function isAnyWaiting({ payments }: Invoice): boolean {
  return payments.some(({ state }) => state === 'seen')
}

function toParams(invoice: Invoice, format: Format): MessageParams {
  const { coin, currency } = invoice
  return {
    coin,
    missing: invoice.coinMissing,
    received: invoice.coinReceived,
    due: invoice.coinAmount,
    late: invoice.coinLate,
    takenBack: invoice.coinTakenBack,
    max: invoice.coinLockedMax,
    gain: format.percent(lockGainPercent / 100, 2),
    blockTime: format.time(invoice.blockUntilMs),
    code: invoice.promo?.code ?? '',
    bonuses: format.money(invoice.bonusAmount + (invoice.promo?.bonus ?? 0), currency),
    promoBonus: format.money(invoice.promo?.bonus ?? 0, currency),
    confirmations: invoice.confirmations,
    required: invoice.confirmationsRequired,
    credited: format.money(invoice.credited, currency),
    bonus: format.money(invoice.bonusAmount, currency),
    time: invoice.watchedUntilMs === null ? format.time(invoice.expiresAtMs) : format.dateTime(invoice.watchedUntilMs),
  }
}

function countMinutesLeft({ coin, confirmations, confirmationsRequired }: Invoice): number {
  return Math.max(1, Math.ceil((confirmationsRequired - confirmations) * blockMinutes[coin]))
}

function isZero(coinAmount: string): boolean {
  return Number(coinAmount) === 0
}
