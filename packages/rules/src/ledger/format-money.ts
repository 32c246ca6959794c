import { isolateNumber, toIntlTag } from '@tradefront/texts/numbers'

const symbols: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£' }

export type MoneyOptions = {
  /** True leaves out the .00 of whole amounts. */
  readonly isWhole?: boolean
  /** True also shows a plus. */
  readonly isSigned?: boolean
}

export function currencySymbol(currency: string): string {
  return symbols[currency] ?? (currency === 'RUB' ? '₽' : currency)
}

/** Formats major units: `$1,000.00`, `60 000 ₽`. The suffix of roubles (spec: funding 9) is the sign that people know. */
export function formatMoney(
  amount: number,
  currency: string,
  locale: string,
  { isWhole = false, isSigned = false }: MoneyOptions = {},
): string {
  const digits = currency in symbols || currency === 'RUB' ? 2 : 5
  const number = getNumberFormat(locale, isWhole && Number.isInteger(amount) ? 0 : digits, digits).format(
    Math.abs(amount),
  )
  const sign = amount < 0 ? '\u2212' : isSigned && amount > 0 ? '+' : ''
  const symbol = symbols[currency]
  return isolateNumber(
    locale,
    symbol === undefined ? `${sign}${number}\u00a0${currencySymbol(currency)}` : `${sign}${symbol}${number}`,
  )
}

/**
 * Formats by language and currency. Creating one takes much longer than using it, and the trading screen formats amounts several times a
 * second.
 */
const numberFormats = new Map<string, Intl.NumberFormat>()

function getNumberFormat(locale: string, minDigits: number, maxDigits: number): Intl.NumberFormat {
  const key = `${locale}/${minDigits}/${maxDigits}`
  const known = numberFormats.get(key)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat(toIntlTag(locale), {
    minimumFractionDigits: minDigits,
    maximumFractionDigits: maxDigits,
  })
  numberFormats.set(key, format)
  return format
}
