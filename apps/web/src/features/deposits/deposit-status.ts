import type { Deposit } from '@tradefront/contract/domain/deposits'
import { findWalletTab, type FundingTab } from '@tradefront/rules/deposits/funding-tabs'
import type { TextKey } from '@tradefront/texts/keys'

import type { Translate } from '../../platform/i18n/i18n.ts'

export type DepositStatus = {
  readonly text: TextKey
  readonly tone: 'success' | 'danger' | 'warn' | 'info'
}

type PaidWith = Partial<Pick<Deposit, 'wallet' | 'invoice'>>
type StatusInput = Pick<Deposit, 'state' | 'refund'> & PaidWith & Partial<Pick<Deposit, 'credited'>>

export function getDepositStatus({
  state,
  refund,
  credited = null,
  wallet,
  invoice = null,
}: StatusInput): DepositStatus {
  const isCard = wallet === undefined && invoice === null
  if (refund === 'reversed')
    return { text: invoice === null ? 'cards.is_reversed' : 'cards.is_reversed_coins', tone: 'info' }
  if (refund === 'taken_back') return { text: isCard ? 'cards.is_taken_back' : 'cards.is_charged_back', tone: 'info' }
  if (refund === 'refunded') return { text: isCard ? 'cards.is_refunded' : 'cards.is_returned', tone: 'info' }
  if (refund === 'under_way') return { text: isCard ? 'cards.is_refund_under_way' : 'cards.is_returning', tone: 'info' }
  if (refund === 'held') return { text: 'cards.is_review', tone: 'warn' }
  if (refund === 'offered') return { text: 'cards.is_late', tone: 'success' }
  if (refund === 'kept') return { text: 'cards.is_kept', tone: 'success' }
  switch (state) {
    case 'open':
    case 'processing':
      if (invoice !== null) return { text: 'cards.is_waiting_coins', tone: 'warn' }
      return state === 'open' ? { text: 'cards.is_open', tone: 'warn' } : { text: 'cards.is_processing', tone: 'info' }
    case 'succeeded':
      return { text: 'cards.is_succeeded', tone: 'success' }
    case 'failed':
      return credited === null
        ? { text: 'cards.is_failed', tone: 'danger' }
        : { text: 'cards.is_part', tone: 'success' }
    case 'review':
      return wallet?.is_claim === true
        ? { text: 'cards.is_looked_for', tone: 'info' }
        : { text: 'cards.is_review', tone: 'warn' }
  }
}

/** Null if the money was not taken from the account again. */
export function getUndoneText({ refund, invoice = null }: Pick<Deposit, 'refund'> & PaidWith): TextKey | null {
  if (refund === 'reversed') return invoice === null ? 'cards.reversed_text' : 'cards.reversed_coins_text'
  return refund === 'taken_back' ? 'cards.taken_back_text' : null
}

const brands: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard', maestro: 'Maestro' }

export function formatCard(card: Deposit['card']): string {
  return card === null ? '' : `${brands[card.brand] ?? card.brand} •••• ${card.last4}`
}

const invoiceTabs = { BTC: 'bitcoin', ETH: 'eth' } as const

/** The method on the funding page. Null for a wallet that was removed from the product. */
export function findDepositTab({ wallet, invoice }: Pick<Deposit, 'wallet' | 'invoice'>): FundingTab | null {
  if (invoice !== null) return invoiceTabs[invoice.coin]
  return wallet === undefined ? 'card' : findWalletTab(wallet.name)
}

/** The card, or the name of the wallet or coin. Null for a card that is not known. */
export function formatInstrument(
  { card, wallet, invoice }: Pick<Deposit, 'card' | 'wallet' | 'invoice'>,
  t: Translate,
): string | null {
  if (wallet === undefined && invoice === null) return card === null ? null : formatCard(card)
  const tab = findDepositTab({ wallet, invoice })
  return tab === null ? (wallet?.name ?? null) : t(`cards.tab_${tab}`)
}

/** Also true in `review`: the trader does not have to wait for it. */
export function hasEnded({ state }: Pick<Deposit, 'state'>): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'review'
}
