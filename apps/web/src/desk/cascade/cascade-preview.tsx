import type { CascadeRuleView } from '@tradefront/contract/desk-processors'
import { findCascadeSource, planCascade } from '@tradefront/processors/plan-cascade'
import { applyCascadeRules } from '@tradefront/rules/cards/cascade-rules'
import { currencies, type Currency } from '@tradefront/rules/ledger/money'
import { toBaseThreshold } from '@tradefront/rules/ledger/thresholds'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'
import { countryRows } from '@tradefront/rules/settings/country-table'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useState } from 'react'
import { useLocale } from 'react-aria-components/I18nProvider'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { CountryComboBox } from '../../ui/fields/country-combo-box.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { AmountField } from '../money/amount-field.tsx'
import type { CascadeSettings } from './read-settings.ts'

const countries = countryRows.map(([iso]) => ({ iso, name: iso }))

/** The processors that a card payment would meet, by the code that chooses them for a trader, and which rule has changed them. */
export function CascadePreview(props: {
  readonly rules: readonly CascadeRuleView[]
  readonly settings: CascadeSettings
}) {
  const t = useTranslate()
  const { locale } = useLocale()
  const { rules, settings } = props
  const [country, setCountry] = useState('AU')
  const [amount, setAmount] = useState<number | null>(500)
  const [currency, setCurrency] = useState<Currency>(baseCurrency)
  const [cardNumber, setCardNumber] = useState('42424242')
  const [own, setOwn] = useState('')
  const plan = { ...settings, profileCountry: country, cardCountry: null, detectedCountry: null, userCascade: own }
  const cascade = planCascade(plan)
  const base = toBaseThreshold(amount ?? 0, currency)
  const { order, steps } = applyCascadeRules(cascade, rules, { country, amount: base, cardNumber })
  return (
    <Card className="flex min-w-0 flex-col gap-4">
      <h2 className="text-17 font-semibold">{t('desk_cascade.preview')}</h2>
      <CountryComboBox
        label={t('desk_cascade.country')}
        countries={countries}
        locale={locale}
        words={{
          none: t('desk_cascade.no_country'),
          search: t('desk_cascade.country_search'),
          close: t('shell.close'),
        }}
        field={{ value: country, onChange: setCountry, onBlur: () => undefined, ref: null }}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-3">
        <AmountField label={t('desk_cascade.amount')} value={amount} onChange={setAmount} currency={currency} />
        <Select
          label={t('desk_cascade.currency')}
          options={currencies.map((id) => ({ id, label: id }))}
          value={currency}
          onChange={setCurrency}
        />
      </div>
      <TextField
        label={t('desk_cascade.digits')}
        help={t('desk_cascade.digits_help')}
        inputMode="numeric"
        isTabular
        dir="ltr"
        value={cardNumber}
        onChange={(text) => setCardNumber(text.replaceAll(/\D/g, ''))}
        maxLength={8}
      />
      <TextField
        label={t('desk_cascade.own')}
        help={t('desk_cascade.own_help')}
        value={own}
        onChange={setOwn}
        autoCapitalize="characters"
        dir="ltr"
        maxLength={200}
      />
      <div aria-live="polite" className="flex flex-col gap-3 border-t border-line pt-4">
        <Step title={t(`desk_cascade.source_${findCascadeSource(plan)}`)} order={cascade} />
        {steps.map(({ rule, order: after }, index) => (
          <Step key={rule.name + String(index)} title={t('desk_cascade.by_rule', { name: rule.name })} order={after} />
        ))}
        {steps.length === 0 && <p className="text-13 text-muted">{t('desk_cascade.no_rule_applies')}</p>}
        {order.length === 0 && (
          <Banner tone="danger" title={t('desk_cascade.none_left')}>
            {t('desk_cascade.none_left_text')}
          </Banner>
        )}
      </div>
    </Card>
  )
}

function Step({ title, order }: { readonly title: string; readonly order: readonly string[] }) {
  const t = useTranslate()
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-13 text-muted">{title}</p>
      <ol className="flex flex-wrap items-center gap-1.5">
        {order.map((name, index) => (
          <li key={name} className="flex items-center gap-1.5">
            {index > 0 && <ArrowRight size={14} aria-hidden className="text-faint rtl:-scale-x-100" />}
            <span className="rounded-full border border-line bg-raised px-2.5 py-0.5 text-13 font-medium">{name}</span>
          </li>
        ))}
        {order.length === 0 && <li className="text-13 font-medium text-down">{t('desk_cascade.empty')}</li>}
      </ol>
    </div>
  )
}
