import { detectCardKind, hasValidLuhnChecksum } from './card-number.ts'

const digitRuns = /\d(?:(?:%20|[ +._-]){0,2}\d){11,}/g
/** `cvv=123`, `"cvc": "123"`, `/cvv/123`, `security code 123`. */
const namedCodes = /(cv[vc]2?|csc|security[ _-]?code|код безопасности)((?:%20|%3d|%22|[\s"'/:=-]){1,6})\d{3,4}(?!\d)/gi
const [minLength, maxLength] = [12, 19]

/** Replaces card numbers, of which it keeps the last four digits, and security codes that are named so. For texts that people send us. */
export function maskCardData(text: string): string {
  return text.replaceAll(namedCodes, '$1$2•••').replaceAll(digitRuns, maskNumbers)
}

/** A run can hold more than the number, e.g. also the expiry date. */
function maskNumbers(run: string): string {
  const text = run.replaceAll('%20', '   ')
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index)
  const digits = text.replaceAll(/\D/g, '').slice(0, 200)
  if (digits.length < places.length) return '•••• '
  let masked = ''
  let from = 0
  for (let start = 0; start + minLength <= digits.length; start += 1) {
    const length = findNumberLength(digits, start)
    if (length === null) continue
    masked += `${run.slice(from, places[start])}•••• ${digits.slice(start + length - 4, start + length)}`
    from = (places[start + length - 1] ?? 0) + 1
    start += length - 1
  }
  return masked + run.slice(from)
}

function findNumberLength(digits: string, start: number): number | null {
  for (let length = Math.min(maxLength, digits.length - start); length >= minLength; length -= 1) {
    const number = digits.slice(start, start + length)
    const isWhole = length === digits.length
    const kind = detectCardKind(number)
    const isNumber = isWhole || kind?.lengths.includes(length) === true
    if (isNumber && hasValidLuhnChecksum(number)) return length
  }
  return null
}
