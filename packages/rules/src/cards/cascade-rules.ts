/**
 * Changes the cascade of the card payments that it is about (the setting `cascade_rules`). It has no way to add a processor: the specification
 * alone chooses them (spec: funding 4).
 */
export type CascadeRule = {
  readonly name: string
  /** Empty: all. */
  readonly countries: readonly string[]
  /** In base currency, inclusive. Null: without a bound. */
  readonly minAmount: number | null
  readonly maxAmount: number | null
  /** First digits of card numbers, or ranges of them, e.g. `4` and `510000-559999`. Empty: all cards. */
  readonly cardRanges: readonly string[]
  readonly remove: readonly string[]
  /** These are tried first, in this order. */
  readonly first: readonly string[]
}

/** `amount` in base currency. `cardNumber`: at least as many first digits as the ranges have. */
export type RoutedPayment = { readonly country: string; readonly amount: number; readonly cardNumber: string }

/** What a rule has made of the cascade. */
export type CascadeStep<Name extends string> = { readonly rule: CascadeRule; readonly order: readonly Name[] }

/** 1 to 8 digits, or two such numbers of the same length. */
export function isCardRange(text: string): boolean {
  const [from = '', to = from, ...rest] = text.split('-')
  return rest.length === 0 && /^\d{1,8}$/.test(from) && /^\d+$/.test(to) && from.length === to.length && from <= to
}

function isInCardRange(cardNumber: string, range: string): boolean {
  const [from = '', to = from] = range.split('-')
  const digits = cardNumber.slice(0, from.length)
  return digits.length === from.length && from <= digits && digits <= to
}

function isAbout(rule: CascadeRule, { country, amount, cardNumber }: RoutedPayment): boolean {
  return (
    (rule.countries.length === 0 || rule.countries.includes(country)) &&
    amount >= (rule.minAmount ?? 0) &&
    amount <= (rule.maxAmount ?? Infinity) &&
    (rule.cardRanges.length === 0 || rule.cardRanges.some((range) => isInCardRange(cardNumber, range)))
  )
}

/** Applies one rule after the other. Returns a step for each one that is about the payment, even if it changes nothing. */
export function applyCascadeRules<Name extends string>(
  cascade: readonly Name[],
  rules: readonly CascadeRule[],
  payment: RoutedPayment,
): { readonly order: readonly Name[]; readonly steps: readonly CascadeStep<Name>[] } {
  const steps: CascadeStep<Name>[] = []
  let order = cascade
  for (const rule of rules.filter((each) => isAbout(each, payment))) {
    const left = order.filter((name) => !rule.remove.includes(name))
    const first = left
      .filter((name) => rule.first.includes(name))
      .toSorted((one, other) => rule.first.indexOf(one) - rule.first.indexOf(other))
    order = [...first, ...left.filter((name) => !rule.first.includes(name))]
    steps.push({ rule, order })
  }
  return { order, steps }
}
