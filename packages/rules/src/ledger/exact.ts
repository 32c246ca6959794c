/** Exact arithmetic on decimal settings such as rates: 1.1 is 11/10. Each result is rounded once. */
type Rational = { readonly numerator: bigint; readonly denominator: bigint }

/**
 * Multiplies decimal numbers exactly.
 * @param direction `nearest` rounds half up
 */
export function multiplyExactly(factors: readonly number[], direction: 'up' | 'down' | 'nearest'): number {
  const { numerator, denominator } = factors.map(toRational).reduce((product, factor) => ({
    numerator: product.numerator * factor.numerator,
    denominator: product.denominator * factor.denominator,
  }))
  const added = { up: denominator - 1n, down: 0n, nearest: denominator / 2n }
  return Number((numerator + added[direction]) / denominator)
}

/** Converts the shortest decimal that reads as this number, which is the one that was written. It must not be negative. */
function toRational(value: number): Rational {
  const [, whole = '', fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  if (whole === '') throw new Error('invariant: a factor is a number that is not negative')
  const power = Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  return power >= 0
    ? { numerator: digits * 10n ** BigInt(power), denominator: 1n }
    : { numerator: digits, denominator: 10n ** BigInt(-power) }
}
