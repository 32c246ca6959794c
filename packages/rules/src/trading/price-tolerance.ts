const deviations = 2

/**
 * How much worse than the price on the screen a purchase can be: two standard deviations of a second, in units of the price,
 * rounded up to its smallest step. Slower purchases are refused with the new price.
 */
export function getPriceTolerance(price: number, volatility: number, digits: number): number {
  const points = Math.ceil(price * volatility * deviations * 10 ** digits)
  return points / 10 ** digits
}
