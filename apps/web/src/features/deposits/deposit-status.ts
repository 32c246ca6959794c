import type { Deposit } from '@tradefront/contract/domain/deposits'
import { type FundingTab, fundingTabs } from '@tradefront/rules/deposits/funding-tabs'
import type { TextKey } from '@tradefront/texts/keys'

import type { Translate } from '../../platform/i18n/i18n.ts'

export type DepositStatus = {
  readonly text: TextKey
  readonly tone: 'success' | 'danger' | 'warn' | 'info'
}

export function getDepositStatus({ state, refund }: Pick<Deposit, 'state' | 'refund'>): DepositStatus {
  if (refund === 'reversed') return { text: 'cards.is_reversed', tone: 'info' }
  if (refund === 'taken_back') return { text: 'cards.is_taken_back', tone: 'info' }
  if (refund === 'refunded') return { text: 'cards.is_refunded', tone: 'info' }
  if (refund === 'under_way') return { text: 'cards.is_refund_under_way', tone: 'info' }
  if (refund === 'held') return { text: 'cards.is_review', tone: 'warn' }
  if (refund === 'offered') return { text: 'cards.is_late', tone: 'success' }
  if (refund === 'kept') return { text: 'cards.is_kept', tone: 'success' }
  switch (state) {
    case 'open':
      return { text: 'cards.is_open', tone: 'warn' }
    case 'processing':
      return { text: 'cards.is_processing', tone: 'info' }
    case 'succeeded':
      return { text: 'cards.is_succeeded', tone: 'success' }
    case 'failed':
      return { text: 'cards.is_failed', tone: 'danger' }
    case 'review':
      return { text: 'cards.is_review', tone: 'warn' }
  }
}

/** Null if the money was not taken from the account again. */
export function getUndoneText({ refund }: Pick<Deposit, 'refund'>): TextKey | null {
  if (refund === 'reversed') return 'cards.reversed_text'
  return refund === 'taken_back' ? 'cards.taken_back_text' : null
}

const brands: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard', maestro: 'Maestro' }

export function formatCard(card: Deposit['card']): string {
  return card === null ? '' : `${brands[card.brand] ?? card.brand} •••• ${card.last4}`
}

/** Methods whose tab has another name. */
const tabNames: Readonly<Record<string, FundingTab>> = { moneta: 'card_moneta', WebMoney: 'webmoney' }

/** The card, or the name of the wallet. Null for a card that is not known. */
export function formatInstrument({ card, wallet }: Pick<Deposit, 'card' | 'wallet'>, t: Translate): string | null {
  if (wallet === undefined) return card === null ? null : formatCard(card)
  const tab = tabNames[wallet.name] ?? fundingTabs.find((each) => each === wallet.name)
  return tab === undefined ? wallet.name : t(`cards.tab_${tab}`)
}

/** Also true in `review`: the trader does not have to wait for it. */
export function hasEnded({ state }: Pick<Deposit, 'state'>): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'review'
}
