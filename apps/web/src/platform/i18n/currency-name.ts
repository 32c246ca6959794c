/** Apart from the other formats, which the registration does not load. Returns the code itself if the browser has no name for it. */
export function getCurrencyName(tag: string, currency: string): string {
  return new Intl.DisplayNames(tag, { type: 'currency', fallback: 'none' }).of(currency) ?? currency
}
