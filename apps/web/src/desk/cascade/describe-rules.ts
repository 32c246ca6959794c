import { cascadeRules, type CascadeRuleView } from '@tradefront/contract/desk-processors'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'

import type { Format } from '../../platform/i18n/format.ts'
import type { Translate } from '../../platform/i18n/i18n.ts'

/** The payments that a rule is about. */
export function describeAbout(t: Translate, format: Format, rule: CascadeRuleView): string {
  const { countries, minAmount, maxAmount, cardRanges } = rule
  const write = (amount: number) => format.money(amount, baseCurrency)
  const parts = [
    countries.length > 0 && countries.map((iso) => format.region(iso) ?? iso).join(', '),
    minAmount !== null && t('desk_cascade.from_amount', { amount: write(minAmount) }),
    maxAmount !== null && t('desk_cascade.to_amount', { amount: write(maxAmount) }),
    cardRanges.length > 0 && t('desk_cascade.cards', { ranges: cardRanges.join(', ') }),
  ].filter((part) => part !== false)
  return parts.length === 0 ? t('desk_cascade.all_payments') : parts.join(' · ')
}

/** What a rule does to the order of processors. */
export function describeEffect(t: Translate, { remove, first }: CascadeRuleView): string {
  return [
    remove.length > 0 && t('desk_cascade.without', { names: remove.join(', ') }),
    first.length > 0 && t('desk_cascade.first', { names: first.join(', ') }),
  ]
    .filter((part) => part !== false)
    .join(' · ')
}

/** The whole setting, a line for each rule. */
export function describeRules(t: Translate, format: Format, value: unknown): string {
  const read = cascadeRules.safeParse(value ?? [])
  if (!read.success || read.data.length === 0) return t('desk_cascade.no_rules')
  return read.data
    .map((rule, index) => {
      const sentence = `${describeAbout(t, format, rule)}: ${describeEffect(t, rule)}`
      return `${index + 1}. ${rule.name} (${sentence})`
    })
    .join('\n')
}
