import { type Currency, fromMinor } from '@tradefront/rules/ledger/money'

import type { Translate } from '../platform/i18n/i18n.ts'
import type { CsvColumn } from './csv.ts'

type Trader = { readonly id: number; readonly name: string; readonly email: string }

/** Whose a row is. */
export function listTraderColumns<Row extends { readonly trader: Trader }>(t: Translate): CsvColumn<Row>[] {
  return [
    { title: t('desk.account_number'), toCell: ({ trader }) => trader.id },
    { title: t('desk.trader'), toCell: ({ trader }) => trader.name },
    { title: t('desk.email'), toCell: ({ trader }) => trader.email },
  ]
}

/** How much a row is about. */
export function listMoneyColumns<Row extends { readonly amount: number; readonly currency: Currency }>(
  t: Translate,
): CsvColumn<Row>[] {
  return [
    { title: t('desk.col_amount'), toCell: ({ amount, currency }) => fromMinor(amount, currency) },
    { title: t('desk.col_currency'), toCell: ({ currency }) => currency },
  ]
}
