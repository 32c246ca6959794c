import { computeDeviationAfter, type PriceState } from './deviation.ts'

const deviations = 2

/**
 * Returns how much worse than the price on the screen a purchase can be: two standard deviations of a second, in units of the price,
 * rounded up to its smallest step. Slower purchases are refused with the new price.
 */
export function getPriceTolerance(state: PriceState, digits: number): number {
  return Math.ceil(computeDeviationAfter(state, 1) * deviations) / 10 ** digits
}
