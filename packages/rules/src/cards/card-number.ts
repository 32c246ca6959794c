/** A kind of card: its number's beginning and the lengths it may have (spec: funding 5). */
export type CardKind = {
  readonly name: string
  readonly pattern: RegExp
  readonly lengths: readonly number[]
  /** The type on the wire, for the kinds that can be charged. */
  readonly type: 'visa' | 'mastercard' | 'maestro' | null
}

const sixteen = [16] as const

/** The first that matches counts, so the narrower beginnings come first. */
export const cardKinds: readonly CardKind[] = [
  { name: 'amex', pattern: /^3[47]/, lengths: [15], type: null },
  { name: 'diners', pattern: /^3(?:0[0-5]|[68])/, lengths: [14], type: null },
  { name: 'jcb', pattern: /^35(?:2[89]|[3-8])/, lengths: sixteen, type: null },
  { name: 'laser', pattern: /^(?:6304|6706|6709|6771)/, lengths: [16, 17, 18, 19], type: null },
  { name: 'visa_electron', pattern: /^(?:4026|417500|4508|4844|491[37])/, lengths: sixteen, type: 'visa' },
  { name: 'visa', pattern: /^4/, lengths: sixteen, type: 'visa' },
  {
    name: 'mastercard',
    pattern: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: sixteen,
    type: 'mastercard',
  },
  { name: 'discover', pattern: /^(?:6011|622|64[4-9]|65)/, lengths: sixteen, type: null },
  { name: 'maestro', pattern: /^(?:50|5[6-9]|6)/, lengths: [12, 13, 14, 15, 16, 17, 18, 19], type: 'maestro' },
]

/** The number without what people type or paste between the digits. */
export function cleanCardNumber(text: string): string {
  return text.replace(/\D/g, '')
}

/** The kind of a number as far as it is typed; null while nothing says. */
export function detectCard(number: string): CardKind | null {
  return cardKinds.find((kind) => kind.pattern.test(number)) ?? null
}

/** Whether the last digit fits the others (Luhn). */
export function passesLuhn(number: string): boolean {
  let sum = 0
  for (let place = 0; place < number.length; place += 1) {
    const digit = Number(number[number.length - 1 - place])
    const doubled = place % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return number.length > 0 && sum % 10 === 0
}
