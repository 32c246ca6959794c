/** Formats e.g. 1.5 as `1.5%` or `1,5 %`, with at most two decimals. */
export function formatPercent(percent: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100)
}
