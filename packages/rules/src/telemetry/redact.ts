// Replaces what is hidden. The browser redacts before sending, the server again before storing.

const mask = '*'

/** Matches secrets that are named as such: `token=…`, `"cvv": "…"`, `Bearer …`. */
const namedSecrets =
  /\b(pass(?:word)?|[a-z]*token|secret|cv[vc]|cnu|csrf|authorization|cookie|session)(["']?\s{0,3}[:=]\s{0,3})(?:"[^"]{0,300}"?|'[^']{0,300}'?|[^\s"',;&)}]+)/gi
const bearerTokens = /\b(bearer\s{1,3})[^\s"',;)]+/gi
const urlCredentials = /\/\/[^\s/@]{1,200}@/g
const queryStrings = /\?[^\s"'()<>#?]*/g
const emails = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu
/** Matches numbers that are longer than any line or column number. */
const digitGroups = /\+?\d(?:[ -]?\d){7,}/g
const lastDigits = /\+?\d[\d -]{0,40}$/
const longWords = /[\w-]{24,}/g

/**
 * Redacts a text. It is cut to `maxLength` first, which limits the work. Digits at the cut are removed, because they can be a part of a
 * longer number.
 */
export function redactText(text: string, maxLength: number): string {
  const cut = text.length <= maxLength ? text : text.slice(0, maxLength).replace(lastDigits, mask)
  return cut
    .replaceAll(urlCredentials, `//${mask}@`)
    .replaceAll(queryStrings, `?${mask}`)
    .replaceAll(bearerTokens, `$1${mask}`)
    .replaceAll(namedSecrets, `$1$2${mask}`)
    .replaceAll(emails, mask)
    .replaceAll(digitGroups, mask)
    .replaceAll(longWords, (found) => (/\d/.test(found) ? mask : found))
    .slice(0, maxLength)
}

/** Redacts an address, and removes its query. */
export function redactUrl(address: string, maxLength: number): string {
  return redactText(address.slice(0, maxLength).replace(/\?[^#]*/, ''), maxLength)
}

/** Returns a key that is the same for errors with one cause: the message without numbers and quoted values, and the position. */
export function toErrorGroupKey(error: { error: string; url: string; lineNumber: number; column: number }): string {
  const message = error.error.replaceAll(/\d+/g, '0').replaceAll(/"[^"]{0,200}"|'[^']{0,200}'|`[^`]{0,200}`/g, '""')
  return [message, error.url, error.lineNumber, error.column].join('\n')
}
