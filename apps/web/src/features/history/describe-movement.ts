import type { Movement, ReportedTrade } from '@tradefront/contract/domain/history'
import { findWalletTab } from '@tradefront/rules/deposits/funding-tabs'
import { getSymbolLabel } from '@tradefront/rules/trading/symbol-label'
import { findSymbol } from '@tradefront/rules/trading/symbols'
import type { TextKey } from '@tradefront/texts/keys'

import type { Format } from '../../platform/i18n/format.ts'
import type { Translate } from '../../platform/i18n/i18n.ts'

const kinds: Readonly<Record<string, TextKey>> = {
  'deposit.reversed': 'history.reversed',
  'deposit.taken_back': 'history.taken_back',
  'deposit.suspense_credited': 'history.late_deposit',
  'bonus.given_up': 'history.given_up',
  'bonus.released': 'history.bonus_released',
  'bonus.ended': 'history.bonus_ended',
  'bonus.given': 'history.bonus_given',
  'correction.booked': 'history.corrected',
  'correction.undone': 'history.correction_undone',
  'promo.credited': 'history.promo_bonus',
  'offer.returned': 'history.loss_returned',
  'practice.filled': 'history.practice_money',
  'practice.ended': 'history.practice_money',
}

const brands: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard', maestro: 'Maestro' }
const coins: Readonly<Record<string, string>> = { BTC: 'Bitcoin', ETH: 'Ethereum' }

/** Describes what the movement was about, e.g. `Visa •••• 4242`. It is empty if the type says it all. */
export function describeMovement(movement: Movement, t: Translate, format: Format): string {
  const { trade, deposit, kind, type, amount } = movement
  if (trade !== null && type === 'trade') {
    const symbol = movement.method ?? ''
    const position = formatPosition({ ...trade, symbol }, t, format)
    return t(amount < 0 ? 'history.purchase' : 'history.return', { symbol: getSymbolLabel(symbol, t), position })
  }
  const known = kinds[kind]
  const paidWith = deposit === null ? '' : formatMethod(movement, t)
  if (deposit !== null && type === 'bonus') return t('history.credited_bonus')
  if (known !== undefined) return paidWith === '' ? t(known) : `${t(known)}: ${paidWith}`
  return paidWith
}

/** Writes the direction of a trade, with its strike for an option of the ladder, e.g. `Above 1.00020`. */
export function formatPosition(
  { direction, strikePrice, symbol }: Pick<ReportedTrade, 'direction' | 'strikePrice' | 'symbol'>,
  t: Translate,
  format: Format,
): string {
  if (strikePrice === null) return t(`history.position_${direction}`)
  return t(`history.position_${direction}_at`, { price: formatPrice(strikePrice, symbol, format) })
}

export function formatPrice(price: number, symbol: string, format: Format): string {
  const digits = findSymbol(symbol)?.digits ?? 5
  return format.price(price, digits)
}

function formatMethod({ method, deposit }: Movement, t: Translate): string {
  const name = method ?? ''
  if (deposit?.method === 'card') {
    const brand = brands[name] ?? t('deposits.tab_card')
    return deposit.hint === null ? brand : `${brand} •••• ${deposit.hint}`
  }
  const coin = coins[name]
  if (coin !== undefined) return coin
  const tab = findWalletTab(name)
  return tab === null ? name : t(`deposits.tab_${tab}`)
}
