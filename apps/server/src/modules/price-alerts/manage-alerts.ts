import type { PriceAlert } from '@tradefront/contract/price-alerts'
import {
  alertDays,
  type AlertPriceRefusal,
  maxWaitingAlerts,
  planAlert,
} from '@tradefront/rules/price-alerts/price-alerts'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import { findSymbol } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'
import { dayMs } from '../../platform/clock.ts'
import { retryConflicts } from '../../platform/database/retry.ts'
import { AppError, getViolatedConstraint } from '../../platform/http/errors.ts'
import { findLatestQuote } from '../trading/service.ts'
import { deleteAlert, deleteEndedAlerts, insertAlert, listAlerts } from './alert-store.ts'
import { toAlertView } from './alert-view.ts'

export type AlertRequest = {
  readonly symbol: string
  readonly price: number
  readonly byMail: boolean
  readonly byPush: boolean
}

/** Tries are needed because two devices that set alerts at once can look for the same free slot. */
const maxTries = 5
const endedShownDays = 7
const maxEndedShown = 10
const endedKeptDays = 30
const deletedAtOnce = 5000

export async function listAlertViews({ db, clock }: AppContext, userId: number): Promise<PriceAlert[]> {
  const alerts = await listAlerts(db, userId, toDaysAgo(clock.now(), endedShownDays), maxEndedShown)
  return alerts.map(toAlertView)
}

export async function createAlert(
  context: AppContext,
  userId: number,
  request: AlertRequest,
): Promise<
  Result<PriceAlert, AlertPriceRefusal | 'price_alerts.full' | 'price_alerts.same' | 'price_alerts.no_price'>
> {
  const { db, clock, newId, live } = context
  const symbol = findSymbol(request.symbol)
  if (symbol === undefined) throw new AppError('errors.malformed')
  // The time is read before the price, so that no price comes between the two.
  const createdAt = clock.now()
  const quote = await findLatestQuote(context, symbol.name)
  if (quote === null) return refuse('price_alerts.no_price')
  const plan = planAlert(symbol, request.price, quote.points)
  if (!plan.ok) return plan
  const { byMail, byPush } = request
  const expiresAt = new Date(createdAt.getTime() + alertDays * dayMs)
  const alert = { id: newId(), userId, symbol: symbol.name, ...plan.value, byMail, byPush, createdAt, expiresAt }
  try {
    const saved = await retryConflicts(maxTries, ['price_alerts_slot'], () => insertAlert(db, alert, maxWaitingAlerts))
    if (saved === null) throw new AppError('errors.conflict')
    if (saved.value === null) return refuse('price_alerts.full', { max: maxWaitingAlerts })
    await live.publish(userId, { type: 'price_alerts', ended: null })
    return ok(toAlertView(saved.value))
  } catch (error) {
    if (getViolatedConstraint(error) === 'price_alerts_same') return refuse('price_alerts.same')
    throw error
  }
}

export async function removeAlert({ db, live }: AppContext, userId: number, id: string): Promise<void> {
  if (!(await deleteAlert(db, userId, id))) throw new AppError('errors.not_found')
  await live.publish(userId, { type: 'price_alerts', ended: null })
}

/** Deletes alerts that ended long ago. Run by a job. */
export async function deleteOldAlerts({ db, clock }: AppContext): Promise<void> {
  const before = toDaysAgo(clock.now(), endedKeptDays)
  while ((await deleteEndedAlerts(db, before, deletedAtOnce)) === deletedAtOnce);
}

function toDaysAgo(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs)
}
