/**
 * Returns the name of a currency, or the code itself if the browser has no name for it. It is apart from the other formats, which the
 * registration does not load.
 */
export function getCurrencyName(tag: string, currency: string): string {
  return new Intl.DisplayNames(tag, { type: 'currency', fallback: 'none' }).of(currency) ?? currency
}
