/**
 * Numbers grouped as they are typed. Pure: text and caret in, text and caret out.
 */

export type Separators = { readonly group: string; readonly decimal: string }

/** How a language writes numbers. */
export function getSeparators(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.5)
  const group = parts.find((part) => part.type === 'group')?.value ?? ','
  return { group, decimal: parts.find((part) => part.type === 'decimal')?.value ?? '.' }
}

/** Reads what a person typed or pasted; null when there is no number in it. */
export function parseNumber(text: string, separators: Separators, fractionDigits = 2): number | null {
  const { whole, fraction } = splitNumber(text, separators, fractionDigits)
  if (whole === '' && (fraction ?? '') === '') return null
  return Number(`${whole}.${fraction ?? ''}0`)
}

/** Groups the digits of `text` and keeps the caret behind the same digit. */
export function groupNumber(
  text: string,
  caret: number,
  separators: Separators,
  fractionDigits = 2,
): { text: string; caret: number } {
  const { whole, fraction, mark } = splitNumber(text, separators, fractionDigits)
  const dropped = keepDigits(mark === -1 ? text : text.slice(0, mark)).length - whole.length
  const before = keepDigits(text.slice(0, caret)).length - dropped + (mark !== -1 && mark < caret ? 1 : 0)
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, separators.group)
  const result = fraction === null ? grouped : `${grouped}${separators.decimal}${fraction}`
  return { text: result, caret: indexAfter(result, before, separators) }
}

/** A number as the field shows it when it is not being typed in. */
export function formatGrouped(value: number | null, separators: Separators, fractionDigits = 2): string {
  if (value === null) return ''
  const text = Number.isInteger(value) ? String(value) : value.toFixed(fractionDigits)
  return groupNumber(text.replace('.', separators.decimal), 0, separators, fractionDigits).text
}

/** Everything but digits and the decimal mark falls away: spaces, currency signs, group marks. */
function splitNumber(
  text: string,
  separators: Separators,
  fractionDigits: number,
): { whole: string; fraction: string | null; mark: number } {
  const mark = fractionDigits === 0 ? -1 : decimalIndex(text, separators, fractionDigits)
  const whole = keepDigits(mark === -1 ? text : text.slice(0, mark)).replace(/^0+(?=\d)/, '')
  const fraction = mark === -1 ? null : keepDigits(text.slice(mark + 1)).slice(0, fractionDigits)
  return { whole, fraction, mark }
}

/** Where the decimal mark is: the last of two kinds, the language's own, or a foreign one with few digits behind it. */
function decimalIndex(text: string, separators: Separators, fractionDigits: number): number {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last === -1) return -1
  const lastMark = text.charAt(last)
  const otherMark = lastMark === '.' ? ',' : '.'
  const lastIsAlone = text.indexOf(lastMark) === last
  const groupedBySpace = /\d\s+\d/.test(text)
  if (lastIsAlone && (text.includes(otherMark) || groupedBySpace)) return last
  const own = text.indexOf(separators.decimal)
  if (own !== -1 && text.lastIndexOf(separators.decimal) === own) return own
  const foreign = lastMark !== separators.group
  return foreign && lastIsAlone && keepDigits(text.slice(last)).length <= fractionDigits ? last : -1
}

function keepDigits(text: string): string {
  return text.replace(/\D/g, '')
}

function indexAfter(text: string, count: number, separators: Separators): number {
  let seen = 0
  for (let index = 0; index < text.length; index++) {
    if (seen >= count) return index
    const char = text.charAt(index)
    if (/\d/.test(char) || char === separators.decimal) seen++
  }
  return text.length
}
