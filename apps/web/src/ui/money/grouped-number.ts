export type Separators = { readonly group: string; readonly decimal: string }

export function getSeparators(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.5)
  const group = parts.find((part) => part.type === 'group')?.value ?? ','
  return { group, decimal: parts.find((part) => part.type === 'decimal')?.value ?? '.' }
}

/** Accepts `1,234.56`, `1.234,56`, `1 234,56`. Returns null without digits. */
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
  const bare = text.replaceAll(separators.group, '')
  const bareCaret = text.slice(0, caret).replaceAll(separators.group, '').length
  const { whole, fraction, mark } = splitNumber(bare, separators, fractionDigits)
  const droppedZeros = keepDigits(mark === -1 ? bare : bare.slice(0, mark)).length - whole.length
  const isBehindMark = mark !== -1 && mark < bareCaret
  const count = keepDigits(bare.slice(0, bareCaret)).length - droppedZeros + (isBehindMark ? 1 : 0)
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, separators.group)
  const result = fraction === null ? grouped : `${grouped}${separators.decimal}${fraction}`
  return { text: result, caret: indexAfter(result, count, separators) }
}

/** Not grouped while typing, because that could move the decimal mark (`500,00` in English). */
export function hasOwnSeparators(
  before: string,
  after: string,
  separators: Separators,
  fractionDigits: number,
): boolean {
  const [, fraction = null, ...more] = after.split(separators.decimal)
  if (more.length > 0 || (fraction !== null && keepDigits(fraction).length > fractionDigits)) return true
  return countGroupMarks(after, separators) > countGroupMarks(before, separators)
}

export function formatGrouped(value: number | null, separators: Separators, fractionDigits = 2): string {
  if (value === null) return ''
  const text = Number.isInteger(value) ? String(value) : value.toFixed(fractionDigits)
  return groupNumber(text.replace('.', separators.decimal), 0, separators, fractionDigits).text
}

function splitNumber(
  text: string,
  separators: Separators,
  fractionDigits: number,
): { whole: string; fraction: string | null; mark: number } {
  const mark = fractionDigits === 0 ? -1 : findDecimalMark(text, separators)
  const whole = keepDigits(mark === -1 ? text : text.slice(0, mark)).replace(/^0+(?=\d)/, '')
  const fraction = mark === -1 ? null : keepDigits(text.slice(mark + 1)).slice(0, fractionDigits)
  return { whole, fraction, mark }
}

/**
 * Returns the index of the decimal mark, or -1: the last `.` or `,`, unless it occurs twice. A single mark that is not the
 * language's decimal mark groups thousands if three digits follow.
 */
function findDecimalMark(text: string, separators: Separators): number {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last === -1) return -1
  const mark = text.charAt(last)
  if (text.indexOf(mark) !== last) return -1
  const isOnlyMark = !text.includes(mark === '.' ? ',' : '.') && !/\d\s+\d/.test(text)
  if (!isOnlyMark || mark === separators.decimal) return last
  return keepDigits(text.slice(last)).length === 3 ? -1 : last
}

function countGroupMarks(text: string, separators: Separators): number {
  return [...text].filter((char) => /[.,\s]/.test(char) && char !== separators.decimal).length
}

function keepDigits(text: string): string {
  return text.replace(/\D/g, '')
}

/** Returns the index behind the first `count` digits and decimal marks. */
function indexAfter(text: string, count: number, separators: Separators): number {
  let seen = 0
  for (let index = 0; index < text.length; index++) {
    if (seen >= count) return index
    const char = text.charAt(index)
    if (/\d/.test(char) || char === separators.decimal) seen++
  }
  return text.length
}
