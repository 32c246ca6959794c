import type { CascadeRuleView } from '@tradefront/contract/desk-processors'
import { isCardRange } from '@tradefront/rules/cards/cascade-rules'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'
import { countryRows } from '@tradefront/rules/settings/country-table'
import { useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { AmountField } from '../money/amount-field.tsx'
import { ProcessorChips } from './processor-chips.tsx'

const countryCodes = new Set(countryRows.map(([iso]) => iso))
const splitWords = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '')

/** Writes a rule, or changes one. Nothing counts before the list is signed. */
export function RuleDialog(props: {
  readonly rule: CascadeRuleView
  readonly onDone: (rule: CascadeRuleView) => void
  readonly onClose: () => void
}) {
  const t = useTranslate()
  const [rule, setRule] = useState(props.rule)
  const [countries, setCountries] = useState(rule.countries.join(', '))
  const [ranges, setRanges] = useState(rule.cardRanges.join(', '))
  const set = (change: Partial<CascadeRuleView>) => setRule({ ...rule, ...change })
  const typed = {
    countries: [...new Set(splitWords(countries.toUpperCase()))],
    cardRanges: [...new Set(splitWords(ranges))],
  }
  const wrongCountries = typed.countries.filter((code) => !countryCodes.has(code))
  const wrongRanges = typed.cardRanges.filter((range) => !isCardRange(range))
  const isCrossed = (rule.minAmount ?? 0) > (rule.maxAmount ?? Infinity)
  const isIdle = rule.remove.length + rule.first.length === 0
  const isRight =
    rule.name.trim() !== '' && wrongCountries.length === 0 && wrongRanges.length === 0 && !isCrossed && !isIdle
  return (
    <Dialog
      title={t('desk_cascade.rule_title')}
      isOpen
      onClose={props.onClose}
      closeLabel={t('shell.close')}
      actions={
        <>
          <Button onPress={props.onClose}>{t('desk.not_now')}</Button>
          <Button
            tone="primary"
            isDisabled={!isRight}
            onPress={() => props.onDone({ ...rule, ...typed, name: rule.name.trim() })}
          >
            {t('desk_cascade.keep_rule')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('desk_cascade.name')}
        help={t('desk_cascade.name_help')}
        value={rule.name}
        onChange={(name) => set({ name })}
        maxLength={60}
      />
      <TextField
        label={t('desk_cascade.countries')}
        help={t('desk_cascade.countries_help')}
        error={
          wrongCountries.length === 0 ? '' : t('desk_cascade.no_such_country', { codes: wrongCountries.join(', ') })
        }
        value={countries}
        onChange={setCountries}
        autoCapitalize="characters"
        dir="ltr"
        maxLength={1000}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          label={t('desk_cascade.min_amount')}
          value={rule.minAmount}
          onChange={(minAmount) => set({ minAmount })}
          currency={baseCurrency}
        />
        <AmountField
          label={t('desk_cascade.max_amount')}
          value={rule.maxAmount}
          onChange={(maxAmount) => set({ maxAmount })}
          currency={baseCurrency}
        />
      </div>
      {isCrossed && <p className="text-13 text-down">{t('desk_cascade.crossed')}</p>}
      <TextField
        label={t('desk_cascade.ranges')}
        help={t('desk_cascade.ranges_help')}
        error={wrongRanges.length === 0 ? '' : t('desk_cascade.wrong_ranges', { ranges: wrongRanges.join(', ') })}
        value={ranges}
        onChange={setRanges}
        dir="ltr"
        isTabular
        maxLength={2000}
      />
      <ProcessorChips
        label={t('desk_cascade.remove')}
        value={rule.remove}
        onChange={(remove) => set({ remove, first: rule.first.filter((name) => !remove.includes(name)) })}
      />
      <ProcessorChips
        label={t('desk_cascade.try_first')}
        help={t('desk_cascade.never_adds')}
        value={rule.first}
        onChange={(first) => set({ first, remove: rule.remove.filter((name) => !first.includes(name)) })}
        isOrdered
      />
    </Dialog>
  )
}
