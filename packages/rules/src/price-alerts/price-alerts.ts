import { refuse, ok, type Result } from '../result.ts'
import { toPoints, type TradingSymbol } from '../trading/symbols.ts'

/** Direction of an alert's price, seen from the price at which it was set. */
export const alertDirections = ['above', 'below'] as const
export type AlertDirection = (typeof alertDirections)[number]

/** Prices are in points of the symbol. */
export type AlertLevel = { readonly direction: AlertDirection; readonly points: number }

export const alertStates = ['waiting', 'reached', 'expired'] as const
export type AlertState = (typeof alertStates)[number]

/** A trader can have this many alerts that wait for their price. */
export const maxWaitingAlerts = 20
export const alertDays = 30
/** A price that is this many times higher or lower counts as a typing error. */
const farthestFactor = 10

export type AlertPriceRefusal = 'price_alerts.at_price' | 'price_alerts.too_far'

/**
 * Plans the level of an alert that is set now.
 * @param presentPoints the latest price of the symbol
 */
export function planAlert(
  { digits }: Pick<TradingSymbol, 'digits'>,
  price: number,
  presentPoints: number,
): Result<AlertLevel, AlertPriceRefusal> {
  const points = toPoints(price, digits)
  if (points === presentPoints) return refuse('price_alerts.at_price')
  if (points > presentPoints * farthestFactor || points * farthestFactor < presentPoints)
    return refuse('price_alerts.too_far', { factor: farthestFactor })
  return ok({ direction: points > presentPoints ? 'above' : 'below', points })
}

/** Returns whether a price is at the level or beyond it. */
export function isLevelReached({ direction, points }: AlertLevel, pricePoints: number): boolean {
  return direction === 'above' ? pricePoints >= points : pricePoints <= points
}

/** Returns whether one of the prices of a period can have reached the level. */
export function canReachLevel(level: AlertLevel, { low, high }: { readonly low: number; readonly high: number }) {
  return isLevelReached(level, level.direction === 'above' ? high : low)
}
