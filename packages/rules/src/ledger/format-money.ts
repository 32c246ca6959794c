const symbols: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£' }

export function currencySymbol(currency: string): string {
  return symbols[currency] ?? (currency === 'RUB' ? 'rub' : currency)
}

/** Formats major units: `$1,000.00`, `60 000 rub` (spec: funding 9). */
export function formatMoney(
  amount: number,
  currency: string,
  locale: string,
  { isWhole = false, isSigned = false }: { isWhole?: boolean; isSigned?: boolean } = {},
): string {
  const digits = currency in symbols || currency === 'RUB' ? 2 : 5
  const number = new Intl.NumberFormat(locale, {
    minimumFractionDigits: isWhole && Number.isInteger(amount) ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(Math.abs(amount))
  const sign = amount < 0 ? '\u2212' : isSigned && amount > 0 ? '+' : ''
  const symbol = symbols[currency]
  return symbol === undefined ? `${sign}${number}\u00a0${currencySymbol(currency)}` : `${sign}${symbol}${number}`
}
