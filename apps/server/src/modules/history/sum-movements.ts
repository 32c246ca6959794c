import type { MovementTotals } from '@tradefront/contract/history'
import { choosePeriodUnit } from '@tradefront/rules/history/periods'
import { fromMinor } from '@tradefront/rules/ledger/money'

import type { AppContext } from '../../context.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { type MovementRequest, parseMovementFilter } from './list-movements.ts'
import { findBalanceBefore, findFirstBooking, listBalanceCurve, sumBooked } from './movement-store.ts'

/** Sums done movements, and computes the curve of the balance. The curve starts with the first movement, and ends now at the latest. */
export async function sumMovements(
  { db, clock }: AppContext,
  user: Pick<SessionUser, 'id' | 'isPractice' | 'currency'>,
  request: MovementRequest,
  zone: string,
): Promise<MovementTotals> {
  const { currency } = user
  // A filter that matches nothing changes only the totals.
  const filter = parseMovementFilter(request)
  const range = parseMovementFilter({ ...request, status: '', type: '' })
  if (range === null) throw new Error('invariant: a range without filters can be read')
  const isDone = filter !== null && (filter.status === null || filter.status === 'done')
  const firstMs = (await findFirstBooking(db, user))?.getTime() ?? clock.now().getTime()
  const from = new Date(Math.max(range.from.getTime(), firstMs))
  const to = new Date(Math.min(range.to.getTime(), Math.max(clock.now().getTime(), firstMs)))
  const unit = choosePeriodUnit(from.getTime(), to.getTime())
  const [totals, before, after, curve] = await Promise.all([
    isDone ? sumBooked(db, user, filter) : [],
    findBalanceBefore(db, user, range.from),
    findBalanceBefore(db, user, new Date(range.to.getTime() + 1)),
    from < to ? listBalanceCurve(db, user, { from, to }, { unit, zone }) : [],
  ])
  return {
    totals: totals.map((total) => ({
      type: total.type,
      currency: total.currency,
      count: total.count,
      received: fromMinor(total.received, total.currency),
      paid: fromMinor(total.paid, total.currency),
    })),
    currency,
    balanceFrom: fromMinor(before, currency),
    balanceTo: fromMinor(after, currency),
    unit,
    curve: curve.map(({ at, balance }) => [at.getTime(), fromMinor(balance, currency)] as [number, number]),
  }
}
