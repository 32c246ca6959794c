/** Month in two digits and year in four; both are empty until the text has both. */
export type CardExpiry = { readonly month: string; readonly year: string }

/**
 * Formats what is typed as `MM / YY`. It also reads years of four digits, and the order of forms that browsers fill (`2028-12`).
 * @param shown the text before the change: a person who deletes the slash wants to correct the month
 */
export function formatCardExpiry(text: string, shown = ''): string {
  if (shown.endsWith(' /') && text === shown.slice(0, -1)) return text.slice(0, 1)
  if (!/\d/.test(text)) return ''
  const yearFirst = /^\s*20(\d\d)\D+(\d{1,2})\s*$/.exec(text)
  if (yearFirst !== null) return formatCardExpiry(`${yearFirst[2]}/${yearFirst[1]}`)
  const [month, rest] = splitMonth(text)
  // A year that begins with 20 can have two more digits.
  const year = /^20\d\d/.test(rest) ? rest.slice(2, 4) : rest.slice(0, rest.startsWith('20') ? 3 : 2)
  return year === '' && !/\D$/.test(text.trim()) && month.length < 2 ? month : `${month} / ${year}`.trimEnd()
}

export function parseCardExpiry(text: string): CardExpiry {
  const found = /^(\d\d) \/ (\d\d)$/.exec(formatCardExpiry(text))
  const [, month = '', year = ''] = found ?? []
  return found === null || Number(month) < 1 || Number(month) > 12
    ? { month: '', year: '' }
    : { month, year: `20${year}` }
}

/** Splits the digits of the month from those after it. A month that can only have one digit gets a leading zero at once. */
function splitMonth(text: string): [string, string] {
  const separated = /^\s*(\d{1,2})\s*[^\d\s]\s*(.*)$/.exec(text)
  if (separated !== null) return [(separated[1] ?? '').padStart(2, '0'), (separated[2] ?? '').replaceAll(/\D/g, '')]
  const digits = text.replaceAll(/\D/g, '')
  const whole = /^[2-9]/.test(digits) ? `0${digits}` : digits
  return [whole.slice(0, 2), whole.slice(2)]
}
