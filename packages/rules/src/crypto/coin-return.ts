/** A credited payment in coins. */
export type CreditedCoins = {
  /** Satoshi or wei that arrived. */
  readonly units: bigint
  /** Amount credited for them, in minor units, above 0. */
  readonly amount: number
}

/**
 * Returns the most coins that can go back for money that came in coins and was not traded. The money is converted at the rate of the time
 * when it goes back, but never to more coins than came for it: otherwise a trader could wait here for a fall of the price without any risk.
 * @param part minor units, at most the credited amount
 * @returns satoshi or wei, rounded down
 */
export function computeMostCoins(part: number, { units, amount }: CreditedCoins): bigint {
  return (units * BigInt(part)) / BigInt(amount)
}
