import type { Deposit } from '@tradefront/contract/domain/deposits'
import { findWalletTab, type FundingTab } from '@tradefront/rules/deposits/funding-tabs'
import { findUndoneText, type PaidWith } from '@tradefront/rules/deposits/undone-texts'
import type { TextKey } from '@tradefront/texts/keys'

import type { Format } from '../../platform/i18n/format.ts'
import type { Translate } from '../../platform/i18n/i18n.ts'

export type DepositStatus = {
  readonly text: TextKey
  readonly tone: 'success' | 'danger' | 'warn' | 'info'
}

type Instrument = Partial<Pick<Deposit, 'wallet' | 'invoice'>>
type StatusInput = Pick<Deposit, 'state' | 'refund' | 'amount'> & Instrument & Partial<Pick<Deposit, 'credited'>>

export function getPaidWith({ wallet, invoice = null }: Instrument): PaidWith {
  if (invoice !== null) return 'coins'
  return wallet === undefined ? 'card' : wallet.is_claim ? 'claim' : 'wallet'
}

const reversedStatuses: Readonly<Record<PaidWith, TextKey>> = {
  card: 'deposits.is_reversed',
  wallet: 'deposits.is_reversed_wallet',
  claim: 'deposits.is_reversed_claim',
  coins: 'deposits.is_reversed_coins',
}

export function getDepositStatus({
  state,
  refund,
  amount,
  credited = null,
  wallet,
  invoice = null,
}: StatusInput): DepositStatus {
  const paidWith = getPaidWith({ wallet, invoice })
  const isCard = paidWith === 'card'
  if (refund === 'reversed') return { text: reversedStatuses[paidWith], tone: 'info' }
  if (refund === 'taken_back')
    return { text: isCard ? 'deposits.is_taken_back' : 'deposits.is_charged_back', tone: 'info' }
  if (refund === 'refunded') return { text: isCard ? 'deposits.is_refunded' : 'deposits.is_returned', tone: 'info' }
  if (refund === 'under_way')
    return { text: isCard ? 'deposits.is_refund_under_way' : 'deposits.is_returning', tone: 'info' }
  if (refund === 'held') return { text: 'deposits.is_review', tone: 'warn' }
  if (refund === 'offered') return { text: 'deposits.is_late', tone: 'success' }
  if (refund === 'kept') return { text: 'deposits.is_kept', tone: 'success' }
  switch (state) {
    case 'open':
    case 'processing':
      if (invoice !== null)
        return { text: credited === null ? 'deposits.is_waiting_coins' : 'deposits.is_waiting_rest', tone: 'warn' }
      return state === 'open'
        ? { text: 'deposits.is_open', tone: 'warn' }
        : { text: 'deposits.is_processing', tone: 'info' }
    case 'succeeded':
      return { text: 'deposits.is_succeeded', tone: 'success' }
    case 'failed':
      if (credited === null) return { text: 'deposits.is_failed', tone: 'danger' }
      // The whole amount can arrive after the end of an invoice.
      return { text: credited.cash < amount ? 'deposits.is_part' : 'deposits.is_succeeded', tone: 'success' }
    case 'review':
      return wallet?.is_claim === true
        ? { text: 'deposits.is_looked_for', tone: 'info' }
        : { text: 'deposits.is_review', tone: 'warn' }
  }
}

/** Describes why money was taken from the account again. Null: it was not. */
export function describeUndone(deposit: Pick<Deposit, 'refund' | 'card'> & Instrument, t: Translate): string | null {
  const { refund, card, wallet, invoice = null } = deposit
  if (refund !== 'reversed' && refund !== 'taken_back') return null
  return t(findUndoneText(refund, getPaidWith(deposit)), { name: formatInstrument({ card, wallet, invoice }, t) ?? '' })
}

/**
 * Describes what was credited if it differs from what was chosen, e.g. `of $1,000.00`. Null: it does not differ, or nothing is on the
 * account.
 */
export function describeOtherAmount(
  { amount, currency, credited }: Pick<Deposit, 'amount' | 'currency' | 'credited'>,
  t: Translate,
  format: Format,
): string | null {
  if (credited === null || credited.cash === amount) return null
  const key = credited.cash < amount ? 'deposits.of_amount' : 'deposits.instead_of_amount'
  return t(key, { amount: format.money(amount, currency) })
}

const brands: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard', maestro: 'Maestro' }

export function formatCard(card: Deposit['card']): string {
  return card === null ? '' : `${brands[card.brand] ?? card.brand} •••• ${card.last4}`
}

const invoiceTabs = { BTC: 'bitcoin', ETH: 'eth' } as const

/** Finds the method on the funding page. Null: the wallet was removed from the product. */
export function findDepositTab({ wallet, invoice }: Pick<Deposit, 'wallet' | 'invoice'>): FundingTab | null {
  if (invoice !== null) return invoiceTabs[invoice.coin]
  return wallet === undefined ? 'card' : findWalletTab(wallet.name)
}

/** Writes the card, or the name of the wallet or coin. Null: the card is not known. */
export function formatInstrument(
  { card, wallet, invoice }: Pick<Deposit, 'card' | 'invoice'> & Pick<Instrument, 'wallet'>,
  t: Translate,
): string | null {
  if (wallet === undefined && invoice === null) return card === null ? null : formatCard(card)
  const tab = findDepositTab({ wallet, invoice })
  return tab === null ? (wallet?.name ?? null) : t(`deposits.tab_${tab}`)
}

/** Returns true for an ended deposit, and in `review`: the trader does not have to wait for it. */
export function hasEnded({ state }: Pick<Deposit, 'state'>): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'review'
}
