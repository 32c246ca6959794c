/** A credited payment in coins. */
export type CreditedCoins = {
  /** Satoshi or wei that came. */
  readonly units: bigint
  /** Amount that was credited for them, in minor units, above 0. */
  readonly amount: number
}

/**
 * The most coins that can go back for a part of money that came in coins and was not traded. The part is paid at the rate of the time when
 * it goes back, but never with more coins than came for it: otherwise a trader could wait here for a fall of the price, for nothing.
 * @param part minor units, at most the credited amount @returns satoshi or wei, rounded down
 */
export function computeMostCoins(part: number, { units, amount }: CreditedCoins): bigint {
  return (units * BigInt(part)) / BigInt(amount)
}
