import { baseCurrency, isQuotedCurrency } from '@tradefront/rules/rates/rate-codes'

import type { Format } from '../../platform/i18n/format.ts'

/** `1 BTC = 65,000.00 USD`, `1 USD = 0.92000 EUR`. */
export function formatRate(format: Format, code: string, rate: number): string {
  const number = format.price(rate, rate >= 100 ? 2 : 5)
  return isQuotedCurrency(code) ? `1 ${baseCurrency} = ${number} ${code}` : `1 ${code} = ${number} ${baseCurrency}`
}
