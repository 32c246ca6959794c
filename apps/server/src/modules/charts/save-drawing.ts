import type { Drawing } from '@tradefront/contract/charts'
import { maxDrawings } from '@tradefront/rules/charts/drawings'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import { findSymbol } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'
import { retryConflicts } from '../../platform/database/retry.ts'
import { AppError } from '../../platform/http/errors.ts'
import { deleteDrawing, insertDrawing, updateDrawing } from './drawing-store.ts'

/** Tries are needed because two devices that draw at once can look for the same free slot. */
const maxTries = 5

export async function saveDrawing(
  { db, clock, live }: AppContext,
  userId: number,
  drawing: Drawing,
): Promise<Result<void, 'charts.drawings_full'>> {
  // Otherwise the number of all drawings of a trader would have no limit.
  if (findSymbol(drawing.symbol) === undefined) throw new AppError('errors.malformed')
  const saved = await retryConflicts(
    maxTries,
    ['drawings_slot', 'drawings_pkey'],
    async () =>
      (await updateDrawing(db, userId, drawing)) ||
      (await insertDrawing(db, userId, drawing, maxDrawings, clock.now())),
  )
  // A drawing of another kind, or on another symbol, has this id.
  if (saved === null) throw new AppError('errors.conflict')
  if (!saved.value) return refuse('charts.drawings_full', { max: maxDrawings })
  await live.publish(userId, { type: 'drawings', symbol: drawing.symbol })
  return ok()
}

export async function removeDrawing({ db, live }: AppContext, userId: number, id: string): Promise<void> {
  const symbol = await deleteDrawing(db, userId, id)
  if (symbol !== null) await live.publish(userId, { type: 'drawings', symbol })
}
