import { type Coin, coinDecimals } from './coins.ts'

/** An amount that we ask for has at most this many decimals, because people copy it by hand. */
const askedDecimals = 8

/** Formats satoshi or wei as exact decimal text, e.g. `0.015`. */
export function formatCoinAmount(units: bigint, coin: Coin): string {
  const digits = units.toString().padStart(coinDecimals[coin] + 1, '0')
  const whole = digits.slice(0, -coinDecimals[coin])
  const fraction = digits.slice(-coinDecimals[coin]).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** Returns satoshi or wei. Returns null if the text is not a number, or has more decimals than the coin. */
export function parseCoinAmount(text: string, coin: Coin): bigint | null {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || fraction.length > coinDecimals[coin]) return null
  return BigInt(whole + fraction.padEnd(coinDecimals[coin], '0'))
}

/**
 * Returns the coins to pay for an amount of money. They are rounded up, so that we never ask for too little.
 * @param minor minor units of the account's currency
 * @param rate minor units per whole coin, above 0
 */
export function convertToCoin(minor: number, rate: bigint, coin: Coin): bigint {
  const step = 10n ** BigInt(coinDecimals[coin] - askedDecimals)
  const exact = divideUp(BigInt(minor) * 10n ** BigInt(coinDecimals[coin]), rate)
  return divideUp(exact, step) * step
}

/**
 * Returns the money that coins are worth, in minor units, rounded down.
 * @throws for more money than any coins are worth
 */
export function convertFromCoin(units: bigint, rate: bigint, coin: Coin): number {
  const minor = Number((units * rate) / 10n ** BigInt(coinDecimals[coin]))
  if (!Number.isSafeInteger(minor)) throw new Error('invariant: more money than exists')
  return minor
}

function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}
