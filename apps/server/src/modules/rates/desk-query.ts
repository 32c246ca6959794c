import type { DeskRate } from '@tradefront/contract/desk-decisions'

import type { Db } from '../../platform/database/database.ts'
import type { Settings } from '../settings/service.ts'
import { listRateRows, toRateSettings } from './open-rates.ts'

/** Lists rates that wait for a confirmation before all others. */
export async function listDeskRates(db: Db, settings: Settings, now: Date): Promise<DeskRate[]> {
  const rows = await listRateRows(db, toRateSettings(settings), now)
  return rows
    .map(({ code, latest, held, isOpen }) => ({
      code,
      latest: latest && { rate: latest.rate, atMs: latest.at.getTime() },
      held: held && { rate: held.rate, atMs: held.atMs },
      isOpen,
    }))
    .toSorted((one, other) => Number(other.held !== null) - Number(one.held !== null))
}
