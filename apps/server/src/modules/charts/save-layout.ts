import type { ChartLayout } from '@tradefront/contract/charts'
import { maxLayouts } from '@tradefront/rules/charts/layouts'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { AppContext } from '../../context.ts'
import { retryConflicts } from '../../platform/database/retry.ts'
import { AppError, getViolatedConstraint } from '../../platform/http/errors.ts'
import { insertLayout, updateLayout, updateLayoutName } from './layout-store.ts'

/** Tries are needed because two devices that save at once can look for the same free slot. */
const maxTries = 5

export async function saveLayout(
  { db }: AppContext,
  userId: number,
  layout: ChartLayout,
): Promise<Result<void, 'charts.layouts_full' | 'charts.layout_name_taken'>> {
  try {
    const saved = await retryConflicts(
      maxTries,
      ['chart_layouts_slot', 'chart_layouts_pkey'],
      async () => (await updateLayout(db, userId, layout)) || (await insertLayout(db, userId, layout, maxLayouts)),
    )
    if (saved === null) throw new AppError('errors.conflict')
    return saved.value ? ok() : refuse('charts.layouts_full', { max: maxLayouts })
  } catch (error) {
    return refuseTakenName(error)
  }
}

export async function renameLayout(
  { db }: AppContext,
  userId: number,
  { id, name }: Pick<ChartLayout, 'id' | 'name'>,
): Promise<Result<void, 'charts.layout_name_taken'>> {
  try {
    await updateLayoutName(db, userId, id, name)
    return ok()
  } catch (error) {
    return refuseTakenName(error)
  }
}

function refuseTakenName(error: unknown) {
  if (getViolatedConstraint(error) === 'chart_layouts_name') return refuse('charts.layout_name_taken')
  throw error
}
