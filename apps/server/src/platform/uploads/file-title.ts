import { cleanCardNumber, detectCardKind, hasValidLuhnChecksum } from '@tradefront/rules/cards/card-number'

const maxTitleChars = 120
/** Matches 13 to 19 digits, as on a card. */
const digitGroups = /\d(?:[ -]?\d){12,18}/g

/**
 * Returns the name of the uploaded file, to show it; null if nothing can be shown. The end of the name, which tells files apart, is kept.
 */
export function toTitle(filename: string | undefined): string | null {
  const base = filename?.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const text = base.replaceAll(/\p{C}/gu, '').replaceAll(/\s+/gu, ' ').trim()
  const characters = [...text.replaceAll(digitGroups, maskCardNumber)]
  const half = maxTitleChars / 2
  const isLong = characters.length > maxTitleChars
  const shown = isLong ? [...characters.slice(0, half - 1), '…', ...characters.slice(-half)] : characters
  return shown.length === 0 ? null : shown.join('')
}

function maskCardNumber(digits: string): string {
  const number = cleanCardNumber(digits)
  return detectCardKind(number) !== null && hasValidLuhnChecksum(number) ? `•••• ${number.slice(-4)}` : digits
}
