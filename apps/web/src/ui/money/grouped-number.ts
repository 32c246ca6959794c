export type Separators = { readonly group: string; readonly decimal: string }

/** Groups the digits of `text`, see `canGroup`, and keeps the caret behind the same digit. */
export function groupNumber(text: string, caret: number, separators: Separators): { text: string; caret: number } {
  const bare = text.replaceAll(separators.group, '')
  const bareCaret = text.slice(0, caret).replaceAll(separators.group, '').length
  const [digits = '', fraction] = bare.split(separators.decimal)
  const whole = digits.replace(/^0+(?=\d)/, '')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, separators.group)
  const result = fraction === undefined ? grouped : `${grouped}${separators.decimal}${fraction}`
  return { text: result, caret: indexAfter(result, bareCaret - (digits.length - whole.length), separators) }
}

/**
 * Returns whether `text` can be grouped while it is typed: it has only digits, at most one decimal mark of the language with as many digits
 * as allowed, and no other group marks than those of `shown` before and after what was typed.
 */
export function canGroup(text: string, shown: string, separators: Separators, fractionDigits: number): boolean {
  const { group, decimal } = separators
  const [whole = '', fraction, ...more] = text.split(decimal)
  if (more.length > 0 || !/^\d*$/.test(whole.replaceAll(group, ''))) return false
  if (fraction !== undefined && (fractionDigits === 0 || !/^\d*$/.test(fraction) || fraction.length > fractionDigits))
    return false
  return !findTyped(text, shown).includes(group)
}

/** Returns the part of `text` that is neither at the start nor at the end of `shown`. */
function findTyped(text: string, shown: string): string {
  let start = 0
  while (start < text.length && text[start] === shown[start]) start++
  let end = 0
  const most = Math.min(text.length, shown.length) - start
  while (end < most && text.at(-1 - end) === shown.at(-1 - end)) end++
  return text.slice(start, text.length - end)
}

export function formatGrouped(value: number | null, separators: Separators, fractionDigits = 2): string {
  if (value === null) return ''
  const text = Number.isInteger(value) ? String(value) : value.toFixed(fractionDigits)
  return groupNumber(text.replace('.', separators.decimal), 0, separators).text
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
