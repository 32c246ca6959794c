/** With all decimals. */
export function formatSignalPrice(price: number, digits: number, locale: string): string {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(price)
}

/** In the time zone of the browser. */
export function formatSignalTime(atMs: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(atMs)
}

export function formatSignalDay(atMs: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(atMs)
}

/** A smaller change would be rounded to nothing. */
const roundedToNothing = 0.000_05

/** Change of the price as a part of it, with its sign: +0.02 %, or +0.002 % if it is that small. */
export function formatChange(from: number, to: number, locale: string): string {
  const change = to / from - 1
  const isTiny = change !== 0 && Math.abs(change) < roundedToNothing
  const digits = isTiny ? { maximumSignificantDigits: 1 } : { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const options = { style: 'percent', signDisplay: 'exceptZero', ...digits } as const
  return new Intl.NumberFormat(locale, options).format(change).replace('-', '−')
}
