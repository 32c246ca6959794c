import { figureDays } from '@tradefront/contract/desk-figures'
import { currencies, type Currency } from '@tradefront/rules/ledger/money'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'

type Days = (typeof figureDays)[number]

/** Choice of the days up to today, and of the currency. */
export function PeriodFields(props: {
  readonly days: Days
  readonly setDays: (days: Days) => void
  readonly currency: Currency
  readonly setCurrency: (currency: Currency) => void
}) {
  const t = useTranslate()
  const { days, setDays, currency, setCurrency } = props
  return (
    <div className="flex flex-wrap gap-2">
      <SegmentedControl
        label={t('figures.period')}
        options={figureDays.map((each) => ({ id: String(each), label: t('figures.days', { days: each }) }))}
        value={String(days)}
        onChange={(chosen) => setDays(figureDays.find((each) => String(each) === chosen) ?? 7)}
      />
      <SegmentedControl
        label={t('figures.currency')}
        options={currencies.map((id) => ({ id, label: id }))}
        value={currency}
        onChange={setCurrency}
      />
    </div>
  )
}
