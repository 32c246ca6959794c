import { normalizeIP } from '@fastify/rate-limit'

import { type Clock, dayMs, hourMs } from '../../platform/clock.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  claimGift,
  deleteMarksSeenBefore,
  findSharedMarks,
  isGiftTaken,
  listLinkedUsers,
  listSharedGifts,
  lockNewAccounts,
  type MarkKind,
  upsertMarks,
} from './mark-store.ts'

export type { MarkKind, SharedGift, SharedMark } from './mark-store.ts'

export type MarksService = ReturnType<typeof createMarksService>

export type Mark = {
  readonly userId: number
  readonly kind: MarkKind
  readonly value: string
  /** False if the trader has only typed it. Cards and payees that pay are proved by the credit: see `payer_mark` of attempts. */
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

/** Afterwards an address says nothing: it has gone to others. */
const addressMarkMs = 30 * dayMs
/** The cookie of a browser ends 180 days after its last log-in. */
const deviceMarkMs = 200 * dayMs

/**
 * Marks: what the accounts of one person have in common. Kept as keyed hashes, also of practice accounts, which can become real
 * ones. Other modules read the views `linked_users`, `same_person_users` and `related_users`.
 */
export function createMarksService({ db, seal, clock }: { db: Db; seal: Pick<Seal, 'computeHash'>; clock: Clock }) {
  const hashMark = (kind: MarkKind, value: string): Buffer =>
    seal.computeHash(kind === 'address' ? normalizeIP(value) : value, `mark.${kind}`)

  const addressesSince = () => new Date(clock.now().getTime() - addressMarkMs)

  return {
    /**
     * Safe to repeat. @param mark its value: the number of a card, the e164 form of a phone, `<method>:<account>` of a payee;
     * without one, nothing is recorded
     */
    recordMark: (trx: Db, { userId, kind, value, isProved, at }: Mark): Promise<void> =>
      upsertMarks(trx, userId, value === '' ? [] : [{ kind, hash: hashMark(kind, value), isProved }], at),

    hashMark,

    /** At registration and log-in. Browsers keep identifiers that we have given them, so that devices are proved. */
    recordVisit: (trx: Db, { userId, deviceIds, address, at }: Visit): Promise<void> =>
      upsertMarks(
        trx,
        userId,
        [
          ...deviceIds.map((id) => ({ kind: 'device', hash: hashMark('device', id), isProved: true }) as const),
          ...(address === ''
            ? []
            : [{ kind: 'address', hash: hashMark('address', address), isProved: false } as const]),
        ],
        at,
      ),

    /** For the transaction that opens another account: how many were opened from the address within the last hour. */
    lockNewAccounts: (trx: Db, address: string): Promise<number> =>
      lockNewAccounts(trx, hashMark('address', address), new Date(clock.now().getTime() - hourMs)),

    listLinkedUsers,
    claimGift,
    isGiftTaken,

    /** Addresses of the last 30 days only. */
    operator: {
      findSharedMarks: (userId: number) => findSharedMarks(db, userId, addressesSince()),
      listSharedGifts: (limit: number) => listSharedGifts(db, addressesSince(), limit),
    },

    deleteExpired: async (): Promise<void> => {
      const timeAgo = (ms: number) => new Date(clock.now().getTime() - ms)
      await deleteMarksSeenBefore(db, 'address', timeAgo(addressMarkMs))
      await deleteMarksSeenBefore(db, 'device', timeAgo(deviceMarkMs))
    },
  }
}
