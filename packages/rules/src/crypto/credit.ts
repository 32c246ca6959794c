import { convertFromCoin } from './coin-amounts.ts'
import type { InvoiceCoin } from './coins.ts'

/**
 * The money for one more payment at the same rate, in minor units. Of the sum, not of each part: three parts of an amount are worth
 * the amount, in any order.
 * @param earlier what was credited before at this rate, base units
 */
export function computeCredit(earlier: bigint, value: bigint, rate: bigint, coin: InvoiceCoin): number {
  return convertFromCoin(earlier + value, rate, coin) - convertFromCoin(earlier, rate, coin)
}
