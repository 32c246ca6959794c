import type { PriceAlert } from '@tradefront/contract/price-alerts'
import { findSymbol, toPrice } from '@tradefront/rules/trading/symbols'

import type { StoredAlert } from './alert-store.ts'

export function toAlertView(alert: StoredAlert): PriceAlert {
  const { id, symbol, direction, byMail, byPush, state } = alert
  const digits = getDigits(symbol)
  const reached =
    alert.reachedAt === null || alert.reachedPoints === null
      ? null
      : { price: toPrice(alert.reachedPoints, digits), atMs: alert.reachedAt.getTime() }
  return {
    id,
    symbol,
    direction,
    digits,
    byMail,
    byPush,
    state,
    reached,
    price: toPrice(alert.points, digits),
    expiresAtMs: alert.expiresAt.getTime(),
  }
}

function getDigits(symbol: string): number {
  return findSymbol(symbol)?.digits ?? 0
}
