import { toMinor } from '@tradefront/rules/ledger/money'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { MoneyField } from '../../ui/fields/money-field.tsx'

/** An amount in minor units; null while it is not clear. */
export function AmountField(props: {
  readonly label: string
  /** Value in major units. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly currency: string
  readonly help?: string
}) {
  const t = useTranslate()
  const unclear = t('desk_money.amount_unclear')
  return <MoneyField {...props} faultTexts={{ not_whole: unclear, unclear }} />
}

/** Converts to minor units. Null: it is no amount above zero. */
export function toMinorAmount(value: number | null, currency: string): number | null {
  const minor = value === null ? 0 : toMinor(value, currency)
  return minor > 0 ? minor : null
}
