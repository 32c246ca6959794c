import { formatMoney } from '@tradefront/rules/ledger/format-money'
import { fromMinor } from '@tradefront/rules/ledger/money'
import type { Refusal, RefusalParams } from '@tradefront/rules/result'
import type { Locale } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'

/** Writes amounts and texts that a refusal names in the language of the reader. */
export function translateRefusal(locale: Locale, { code, params = {} }: Omit<Refusal, 'ok'>): string {
  const values = Object.entries(params).map(([name, value]) => [name, formatParam(locale, value)])
  return translate(locale, code, Object.fromEntries(values))
}

function formatParam(locale: Locale, value: RefusalParams[string]): string | number {
  if (typeof value !== 'object') return value
  if ('text' in value) return translate(locale, value.text)
  return formatMoney(fromMinor(value.amount, value.currency), value.currency, locale, { isWhole: true })
}
