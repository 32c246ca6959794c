import { hostname } from 'node:os'

import type { AppContext } from '../../context.ts'
import { raiseAlert, withdrawAlert } from '../alerts/service.ts'
import { getTradingSettings, type TradingSettings } from './trading-settings.ts'

const kind = 'trading.clock_wrong'

/** Raises an alert while the clock of this server differs from that of the database: until then, this server sells nothing. */
export async function checkClock(context: AppContext): Promise<void> {
  const { db, clock, clockCheck } = context
  const alert = { kind, subject: `server:${hostname()}` } as const
  const aheadMs = Math.round(await clockCheck.measure())
  if (isClockWrong(context, await getTradingSettings(context)))
    await raiseAlert(db, { ...alert, detail: { aheadMs } }, clock.now())
  else await withdrawAlert(db, alert, clock.now())
}

/** Returns whether orders would get a wrong time: a price that is known already could be sold. */
export function isClockWrong(
  { clockCheck }: Pick<AppContext, 'clockCheck'>,
  { clockToleranceMs }: Pick<TradingSettings, 'clockToleranceMs'>,
): boolean {
  return Math.abs(clockCheck.getDifference() ?? 0) > clockToleranceMs
}
