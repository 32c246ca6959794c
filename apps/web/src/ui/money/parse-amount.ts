import type { Separators } from './grouped-number.ts'

/** `not_whole`: it has cents in a field for whole amounts. `unclear`: it cannot be read as one amount. */
export type AmountFault = 'not_whole' | 'unclear'

/** The value is in major units; null while the text is empty and with a fault. */
export type ParsedAmount = { readonly value: number | null; readonly fault: AmountFault | null }

const currencyWords =
  /^(?:(?:us)?\p{Sc}|usd|eur|gbp|rub|dollars?|euros?|pounds?|rub(?:les?)?|р|руб(?:\p{L}*)|долл\p{L}*|евро|фунт\p{L}*)$/iu

/**
 * Reads an amount as people write it: `1,234.56`, `1.234,56`, `1 234,56`, `$500.00`, `500 dollars`. The decimal mark is never
 * moved and no digit is dropped: what can be read in two ways has the fault `unclear`.
 */
export function parseAmount(typed: string, separators: Separators, fractionDigits: number): ParsedAmount {
  const text = removeCurrency(typed.normalize('NFKC').replace(/\p{Cf}/gu, ''))
  if (!/\d/.test(text)) return { value: null, fault: /^[.,]?$/.test(text) ? null : 'unclear' }
  const mark = findDecimalMark(text, separators)
  const whole = mark === -1 ? text : text.slice(0, mark)
  const fraction = mark === -1 ? '' : text.slice(mark + 1)
  if (!isGrouped(whole) || !/^\d*$/.test(fraction)) return { value: null, fault: 'unclear' }
  if (fractionDigits === 0 && (fraction.length > 2 || Number(fraction) > 0)) return { value: null, fault: 'not_whole' }
  if (fractionDigits > 0 && fraction.length > fractionDigits) return { value: null, fault: 'unclear' }
  return { value: Number(`${whole.replace(/\D/g, '')}.${fraction}0`), fault: null }
}

function removeCurrency(text: string): string {
  const parts = text.match(/[\p{L}\p{Sc}]+\.?|[^\p{L}\p{Sc}]+/gu) ?? []
  return parts
    .filter((part) => !currencyWords.test(part.replace(/\.$/, '')))
    .join('')
    .trim()
}

/**
 * Finds the decimal mark: the last `.` or `,`, unless it occurs twice. A single group mark of the language groups thousands if three digits
 * follow.
 */
function findDecimalMark(text: string, separators: Separators): number {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last === -1) return -1
  const mark = text.charAt(last)
  if (text.indexOf(mark) !== last) return -1
  if (mark !== separators.group) return last
  return /^[1-9]\d{0,2}$/.test(text.slice(0, last)) && /^\d{3}$/.test(text.slice(last + 1)) ? -1 : last
}

/** Returns true without separators, or with one kind of them: `1,234,567`, also `12,34,567` as in India. */
function isGrouped(whole: string): boolean {
  return /^\d*$/.test(whole) || /^[1-9]\d{0,2}([.,\s'’])(?:\d{2,3}\1)*\d{3}$/.test(whole)
}
