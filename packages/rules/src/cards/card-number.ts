/** spec: funding 5 */
export type CardKind = {
  readonly name: string
  readonly pattern: RegExp
  readonly lengths: readonly number[]
  /** Null if cards of this kind cannot be charged. */
  readonly type: 'visa' | 'mastercard' | 'maestro' | null
}

const sixteenDigits = [16] as const

/** Kinds of cards. The first match counts, so narrower prefixes come first. */
export const cardKinds: readonly CardKind[] = [
  { name: 'amex', pattern: /^3[47]/, lengths: [15], type: null },
  { name: 'diners', pattern: /^3(?:0[0-5]|[68])/, lengths: [14], type: null },
  { name: 'jcb', pattern: /^35(?:2[89]|[3-8])/, lengths: sixteenDigits, type: null },
  { name: 'laser', pattern: /^(?:6304|6706|6709|6771)/, lengths: [16, 17, 18, 19], type: null },
  { name: 'visa_electron', pattern: /^(?:4026|417500|4508|4844|491[37])/, lengths: sixteenDigits, type: 'visa' },
  { name: 'visa', pattern: /^4/, lengths: sixteenDigits, type: 'visa' },
  {
    name: 'mastercard',
    pattern: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: sixteenDigits,
    type: 'mastercard',
  },
  { name: 'discover', pattern: /^(?:6011|622|64[4-9]|65)/, lengths: sixteenDigits, type: null },
  { name: 'maestro', pattern: /^(?:50|5[6-9]|6)/, lengths: [12, 13, 14, 15, 16, 17, 18, 19], type: 'maestro' },
]

/** Removes separators that people type or paste. */
export function cleanCardNumber(text: string): string {
  return text.replace(/\D/g, '')
}

/** Returns the kind of a number, also while it is being typed. */
export function detectCardKind(number: string): CardKind | null {
  return cardKinds.find((kind) => kind.pattern.test(number)) ?? null
}

export function hasValidLuhnChecksum(number: string): boolean {
  let sum = 0
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number[number.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return number.length > 0 && sum % 10 === 0
}

const maxCardNumberLength = 19

/** Other kinds have groups of four digits. */
const groupSizesByKind: Readonly<Record<string, readonly number[]>> = { amex: [4, 6, 5], diners: [4, 6, 4] }

/** Formats a number, and cuts it to the maximum length of its kind. */
export function formatCardNumber(number: string): string {
  const kind = detectCardKind(number)
  const digits = number.slice(0, Math.max(...(kind?.lengths ?? [maxCardNumberLength])))
  const sizes = groupSizesByKind[kind?.name ?? ''] ?? [4, 4, 4, 4, 4]
  let from = 0
  const parts = sizes.map((size) => digits.slice(from, (from += size)))
  return parts.filter((part) => part !== '').join(' ')
}

/** Formats a number that is being typed, and keeps the caret behind the same digit. */
export function formatCardNumberInput(text: string, caret: number): { readonly text: string; readonly caret: number } {
  const grouped = formatCardNumber(cleanCardNumber(text))
  const before = cleanCardNumber(text.slice(0, caret)).length
  let place = 0
  for (let seen = 0; place < grouped.length && seen < before; place += 1) if (grouped[place] !== ' ') seen += 1
  return { text: grouped, caret: place }
}

/** Lists the allowed lengths, e.g. `16, 17, 18, or 19` (spec: funding 5, "N or M"). */
export function formatAllowedLengths(number: string, locale: string): string {
  const lengths = detectCardKind(cleanCardNumber(number))?.lengths ?? [maxCardNumberLength]
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(lengths.map(String))
}
