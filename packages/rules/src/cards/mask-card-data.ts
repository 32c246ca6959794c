import { detectCardKind, hasValidLuhnChecksum } from './card-number.ts'
import type { CardholderName } from './split-cardholder-name.ts'

const digitRuns = /\d(?:(?:%20|[^\p{L}\d%]){0,3}\d){11,}/gu
/** Matches `cvv=123`, `"cvc": "123"`, `/cvv/123`, `security code 123`. */
const namedCodes = buildNamedCodes(4)
/** Codes of processors have up to 8 digits, also in fields that are named for a security code. */
const namedCodesInTrace = buildNamedCodes(8)
/** Matches other codes in traces, where these words name no other number. */
const codes = /((?<!\p{L})(?:code|pin|код|пин))((?:[\s"':=-]){1,6})\d{3,8}(?!\d)/giu
const [minLength, maxLength] = [12, 19]

function buildNamedCodes(maxDigits: number): RegExp {
  const name = String.raw`(?:cv[vc]2?|csc)(?: code)?|security[ _-]?code|код безопасности`
  const separators = String.raw`(?:%20|%3d|%22|[\s"'/:=-]){1,6}`
  return new RegExp(String.raw`(${name})(${separators})\d{3,${maxDigits}}(?!\d)`, 'gi')
}

/** Masks texts that people send us: card numbers except their last four digits, and security codes that are named as such. */
export function maskCardData(text: string): string {
  return replaceWideDigits(text)
    .replaceAll(namedCodes, '$1$2•••')
    .replaceAll(digitRuns, (run) => maskNumbers(run, false))
}

/** Masks a cardholder's name. It also finds a number that was typed as the whole name: each part has only a piece of it. */
export function maskCardDataInName({ first, last }: CardholderName): CardholderName {
  const parts = { first: maskCardData(first), last: maskCardData(last) }
  const whole = `${parts.first} ${parts.last}`
  const masked = maskCardData(whole)
  return masked === whole ? parts : { first: hideDigits(parts.first), last: hideDigits(parts.last) }
}

/** Hides the digits of a name. Its length stays the same, so that it is not longer than allowed. */
function hideDigits(text: string): string {
  return text.replaceAll(/\d/g, '•')
}

/** Masks what scripts report. It also masks numbers of unknown cards, and codes that only their place shows. */
export function maskCardDataInTrace(text: string): string {
  if (/^\s*\d{3,8}\s*$/.test(replaceWideDigits(text))) return '•••'
  return replaceWideDigits(text)
    .replaceAll(namedCodesInTrace, '$1$2•••')
    .replaceAll(codes, '$1$2•••')
    .replaceAll(digitRuns, (run) => maskNumbers(run, true))
}

/** Replaces digits as Chinese and Japanese keyboards write them. */
function replaceWideDigits(text: string): string {
  return text.replaceAll(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
}

/** Masks card numbers in a run of digits, which can contain more than the number, e.g. also the expiry date. */
function maskNumbers(run: string, isAnyKind: boolean): string {
  const text = run.replaceAll('%20', '   ')
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index)
  const digits = text.replaceAll(/\D/g, '').slice(0, 200)
  if (digits.length < places.length) return '•••• '
  let masked = ''
  let from = 0
  for (let start = 0; start + minLength <= digits.length; start += 1) {
    const length = findNumberLength(digits, start, isAnyKind)
    if (length === null) continue
    masked += `${run.slice(from, places[start])}•••• ${digits.slice(start + length - 4, start + length)}`
    from = (places[start + length - 1] ?? 0) + 1
    start += length - 1
  }
  return masked + run.slice(from)
}

function findNumberLength(digits: string, start: number, isAnyKind: boolean): number | null {
  for (let length = Math.min(maxLength, digits.length - start); length >= minLength; length -= 1) {
    const number = digits.slice(start, start + length)
    const isWhole = isAnyKind && length === digits.length
    const kind = detectCardKind(number)
    const isNumber = isWhole || kind?.lengths.includes(length) === true
    if (isNumber && hasValidLuhnChecksum(number)) return length
  }
  return null
}
