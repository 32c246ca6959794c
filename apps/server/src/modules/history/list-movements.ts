import type { BalanceMovement } from '@tradefront/contract/history'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { movementStatuses, movementTypes } from '@tradefront/rules/history/movements'
import { toPrice } from '@tradefront/rules/trading/symbols'

import type { Db } from '../../platform/database/database.ts'
import {
  countEnded,
  type DepositFacts,
  listBookedPage,
  listDepositFacts,
  listTradeFacts,
  listWaiting,
  type Movement,
  type MovementFilter,
  type MovementOwner,
  sumBooked,
  type TradeFacts,
} from './movement-store.ts'

/** What a browser requests: an empty text means all. */
export type MovementRequest = {
  readonly fromMs: number
  readonly toMs: number
  readonly status: string
  readonly type: string
}

export type MovementPage = {
  readonly limit: number
  readonly skip: number
  /** `next` of the page before. */
  readonly after: string | null
}

export type Movements = {
  readonly hits: BalanceMovement[]
  readonly total: number
  readonly next: string | null
}

/** Latest time that is a date of the database. */
const lastMs = Date.UTC(9999, 11, 31)

/** Reads the filter of a request. Returns null if nothing can match. */
export function parseMovementFilter({ fromMs, toMs, status, type }: MovementRequest): MovementFilter | null {
  const known = {
    status: movementStatuses.find((each) => each === status) ?? null,
    type: movementTypes.find((each) => each === type) ?? null,
  }
  if ((known.status === null && status !== '') || (known.type === null && type !== '')) return null
  return { from: new Date(Math.min(fromMs, lastMs)), to: new Date(Math.min(toMs, lastMs)), ...known }
}

/** Lists payments that wait first, then movements that are booked. A cursor is always after those that wait. */
export async function listMovements(
  db: Db,
  owner: MovementOwner,
  request: MovementRequest,
  page: MovementPage,
): Promise<Movements> {
  const filter = parseMovementFilter(request)
  if (filter === null) return { hits: [], total: 0, next: null }
  const { status } = filter
  const [waiting, done, endedCount] = await Promise.all([
    listWaiting(db, owner, filter),
    status === null || status === 'done' ? sumBooked(db, owner, filter) : [],
    status === 'done' || status === 'waiting' ? 0 : countEnded(db, owner, filter),
  ])
  const bookedCount = done.reduce((sum, { count }) => sum + count, endedCount)
  const after = page.after === null ? null : parseCursor(page.after)
  const first = after === null ? waiting.slice(page.skip, page.skip + page.limit) : []
  const limit = page.limit - first.length
  const booked =
    limit === 0 || status === 'waiting'
      ? []
      : await listBookedPage(db, owner, filter, {
          limit,
          skip: Math.max(0, page.skip - waiting.length),
          after,
          total: bookedCount,
        })
  const last = booked.length < limit || limit === 0 ? undefined : booked.at(-1)
  return {
    hits: await describeMovements(db, owner, [...first, ...booked]),
    total: waiting.length + bookedCount,
    next: last === undefined ? null : `${last.at.getTime()}_${last.id}`,
  }
}

function parseCursor(text: string) {
  const [ms = '', id = ''] = text.split('_')
  return { at: new Date(Math.min(Number(ms), lastMs)), id: Number(id) }
}

async function describeMovements(
  db: Db,
  owner: MovementOwner,
  movements: readonly Movement[],
): Promise<BalanceMovement[]> {
  const listIds = (kind: string) => [...new Set(movements.flatMap(({ subject }) => findId(subject, kind) ?? []))]
  const [deposits, trades] = await Promise.all([
    listDepositFacts(db, owner.id, listIds('deposit')),
    listTradeFacts(db, owner.id, listIds('trade')),
  ])
  const [depositsById, tradesById] = [
    new Map(deposits.map((each) => [each.id, each])),
    new Map(trades.map((each) => [each.id, each])),
  ]
  return movements.map((movement) => {
    const { subject } = movement
    const reference = findId(subject, 'deposit') ?? findId(subject, 'trade') ?? findId(subject, 'withdrawal')
    return toMovementView(movement, reference, depositsById.get(reference ?? ''), tradesById.get(reference ?? ''))
  })
}

function findId(subject: string, kind: string): string | null {
  return subject.startsWith(`${kind}:`) ? subject.slice(kind.length + 1) : null
}

function toMovementView(
  movement: Movement,
  reference: string | null,
  deposit: DepositFacts | undefined,
  trade: TradeFacts | undefined,
): BalanceMovement {
  const { id, at, type, status, currency, amount, bonus, balance, kind, subject } = movement
  return {
    // A movement that waits has no number yet.
    id: id === 0 ? subject : String(id),
    at: at.getTime(),
    trType: type,
    Status: status,
    method: trade?.symbol ?? deposit?.kind ?? deposit?.method ?? null,
    amount: fromMinor(amount, currency),
    bonus: fromMinor(bonus, currency),
    currency,
    balance: balance === null ? null : fromMinor(balance, currency),
    reference,
    kind,
    deposit: deposit && {
      method: deposit.method,
      hint: deposit.hint,
      created_at: deposit.createdAt.getTime(),
      ended_at: deposit.endedAt?.getTime() ?? null,
    },
    trade: trade && {
      direction: trade.direction,
      state: trade.state,
      strike: trade.strikePoints === null ? undefined : toPrice(trade.strikePoints, trade.digits),
      opened_at: trade.openedAt.getTime(),
      expires_at: trade.expiresAt.getTime(),
      closed_at: trade.closedAt?.getTime() ?? null,
    },
  }
}
