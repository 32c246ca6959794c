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

/** Change of the price as a part of it, with its sign: +0.02 %. */
export function formatChange(from: number, to: number, locale: string): string {
  const options = { style: 'percent', minimumFractionDigits: 2, signDisplay: 'exceptZero' } as const
  return new Intl.NumberFormat(locale, options).format(to / from - 1).replace('-', '−')
}
