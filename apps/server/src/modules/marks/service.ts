import { normalizeIP } from '@fastify/rate-limit'

import type { AppContext } from '../../context.ts'
import { dayMs, hourMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  deleteMarksSeenBefore,
  findMarksSharedSince,
  listGiftsSharedSince,
  lockAddress,
  type MarkKind,
  upsertMarks,
} from './mark-store.ts'

export { claimGift, isGiftTaken, listLinkedUsers } from './mark-store.ts'
export type { MarkKind, SharedGift, SharedMark } from './mark-store.ts'

export type Mark = {
  readonly userId: number
  readonly kind: MarkKind
  readonly value: string
  /** False if the trader has only typed the value. Cards and payees that pay are proved by the credit: see `payer_mark` of attempts. */
  readonly isProved: boolean
  readonly at: Date
}

export type Visit = {
  readonly userId: number
  /** Identifiers in the browser's cookie. */
  readonly deviceIds: readonly string[]
  readonly address: string
  readonly at: Date
}

/** After this time an address says nothing: others have it. */
const addressMarkMs = 30 * dayMs
/** How long a browser is a mark. Its cookie ends 180 days after the last log-in. */
const deviceMarkMs = 200 * dayMs

// Marks show what the accounts of one person have in common. They are kept as keyed hashes, also of traders who only practise, because they
// can open a real account. Other modules read the views `linked_users`, `same_person_users` and `related_users`.

/**
 * Records a mark. Safe to repeat.
 * @param mark its value: the number of a card, the e164 form of a phone, `<method>:<account>` of a payee; an empty one records nothing
 */
export function recordMark(context: AppContext, trx: Db, { userId, kind, value, isProved, at }: Mark): Promise<void> {
  return upsertMarks(trx, userId, value === '' ? [] : [{ kind, hash: hashMark(context, kind, value), isProved }], at)
}

export function hashMark({ seal }: AppContext, kind: MarkKind, value: string): Buffer {
  return seal.computeHash(kind === 'address' ? normalizeIP(value) : value, `mark.${kind}`)
}

/** Records marks at registration and log-in. Browsers keep identifiers that we have given them, so that devices are proved. */
export function recordVisit(context: AppContext, trx: Db, { userId, deviceIds, address, at }: Visit): Promise<void> {
  return upsertMarks(
    trx,
    userId,
    [
      ...deviceIds.map((id) => ({ kind: 'device', hash: hashMark(context, 'device', id), isProved: true }) as const),
      ...(address === ''
        ? []
        : [{ kind: 'address', hash: hashMark(context, 'address', address), isProved: false } as const]),
    ],
    at,
  )
}

/** Counts how many accounts were opened from the address within the last hour, for the transaction that opens another one. */
export function lockNewAccounts(context: AppContext, trx: Db, address: string): Promise<number> {
  return lockAddress(trx, hashMark(context, 'address', address), new Date(context.clock.now().getTime() - hourMs))
}

export function findSharedMarks(context: AppContext, userId: number) {
  return findMarksSharedSince(context.db, userId, addressesSince(context))
}

export function listSharedGifts(context: AppContext, limit: number) {
  return listGiftsSharedSince(context.db, addressesSince(context), limit)
}

export async function deleteExpiredMarks({ clock, db }: AppContext): Promise<void> {
  const timeAgo = (ms: number) => new Date(clock.now().getTime() - ms)
  await deleteMarksSeenBefore(db, 'address', timeAgo(addressMarkMs))
  await deleteMarksSeenBefore(db, 'device', timeAgo(deviceMarkMs))
}

function addressesSince({ clock }: AppContext) {
  return new Date(clock.now().getTime() - addressMarkMs)
}
