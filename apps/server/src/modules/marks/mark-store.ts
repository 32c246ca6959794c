import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/**
 * All kinds but the address are strong: accounts that share such a mark can belong to one person, and if both have proved it, they count as
 * one.
 */
export type MarkKind = 'device' | 'card' | 'payee' | 'phone' | 'address'

/** `isProved`: the mark belongs to the trader. Otherwise it was only typed, and can be another person's. */
export type HashedMark = { readonly kind: MarkKind; readonly hash: Buffer; readonly isProved: boolean }

/** A mark that another account also has. */
export type SharedMark = {
  readonly kind: MarkKind
  /** Number of the mark among those of its kind, so that the hash need not be shown. */
  readonly number: number
  readonly isProved: boolean
  readonly linkedId: number
  readonly linkedEmail: string
  /** True if the other account has proved the mark too. Then the two are linked, unless it is an address. */
  readonly isLinkedProved: boolean
  /** When the other account first had the mark. */
  readonly firstSeen: Date
  readonly lastSeen: Date
}

/**
 * Adds marks. A proved mark stays proved. They are written in the order of the key, so that two requests of a user cannot wait for each
 * other.
 */
export async function upsertMarks(db: Db, userId: number, marks: readonly HashedMark[], at: Date): Promise<void> {
  if (marks.length === 0) return
  await sql`
    insert into user_marks (user_id, kind, hash, proved, first_seen, last_seen)
    select distinct ${userId}::bigint, m.kind, m.hash, m.proved, ${at}::timestamptz, ${at}::timestamptz
      from unnest(${marks.map(({ kind }) => kind)}::text[], ${marks.map(({ hash }) => hash)}::bytea[],
                  ${marks.map(({ isProved }) => isProved)}::boolean[]) as m(kind, hash, proved)
     order by m.kind, m.hash
    on conflict (user_id, kind, hash) do update
      set last_seen = greatest(user_marks.last_seen, excluded.last_seen), proved = user_marks.proved or excluded.proved
      where user_marks.last_seen < excluded.last_seen or excluded.proved and not user_marks.proved`.execute(db)
}

const maxLinked = 1000

/** Lists the first 1000 linked accounts, by number. */
export async function listLinkedUsers(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('linked_users')
    .select('linked_id as id')
    .distinct()
    .where('user_id', '=', userId)
    .orderBy('linked_id')
    .limit(maxLinked)
    .execute()
  return rows.flatMap(({ id }) => id ?? [])
}

/** Finds marks that other accounts also have. @param addressesSince an address counts only if both accounts had it later */
export async function findMarksSharedSince(db: Db, userId: number, addressesSince: Date): Promise<SharedMark[]> {
  const { rows } = await sql<SharedMark>`
    select own.kind, dense_rank() over (partition by own.kind order by own.first_seen, own.hash)::integer as number,
           own.proved as "isProved", u.id as "linkedId", u.email as "linkedEmail", other.proved as "isLinkedProved",
           other.first_seen as "firstSeen", other.last_seen as "lastSeen"
      from user_marks own
      join user_marks other on other.kind = own.kind and other.hash = own.hash and other.user_id <> own.user_id
      join user_accounts u on u.id = other.user_id
     where own.user_id = ${userId}
       and (own.kind <> 'address' or least(own.last_seen, other.last_seen) >= ${addressesSince}::timestamptz)
     order by own.kind = 'address', own.kind, number, u.id limit ${maxLinked}`.execute(db)
  return rows
}

/** Two accounts that share a proved mark, or an address, and have had the same gift. */
export type SharedGift = {
  readonly gift: string
  readonly userId: number
  readonly claimedAt: Date
  readonly linkedId: number
  readonly linkedClaimedAt: Date
  /** Kinds of marks that both accounts have. */
  readonly kinds: readonly MarkKind[]
}

/** Lists shared gifts, the latest first. @param since of both claims, and of both visits to an address */
export async function listGiftsSharedSince(db: Db, since: Date, limit: number): Promise<SharedGift[]> {
  const { rows } = await sql<SharedGift>`
    with claim as (
      select gift, user_id, min(claimed_at) as claimed_at from gift_claims where claimed_at >= ${since}::timestamptz group by gift, user_id
    )
    select later.gift, later.user_id as "userId", later.claimed_at as "claimedAt", earlier.user_id as "linkedId",
           earlier.claimed_at as "linkedClaimedAt", array_agg(distinct own.kind order by own.kind) as kinds
      from claim later
      join user_marks own on own.user_id = later.user_id
      join user_marks other on other.kind = own.kind and other.hash = own.hash and other.user_id <> own.user_id
      join claim earlier on earlier.gift = later.gift and earlier.user_id = other.user_id
     where (earlier.claimed_at, earlier.user_id) < (later.claimed_at, later.user_id)
       and (own.kind = 'address' and least(own.last_seen, other.last_seen) >= ${since}::timestamptz or own.proved and other.proved)
     group by later.gift, later.user_id, later.claimed_at, earlier.user_id, earlier.claimed_at
     order by later.claimed_at desc, later.user_id, earlier.user_id limit ${limit}`.execute(db)
  return rows
}

export async function deleteMarksSeenBefore(db: Db, kind: 'device' | 'address', before: Date): Promise<void> {
  await db.deleteFrom('user_marks').where('kind', '=', kind).where('last_seen', '<', before).execute()
}

/**
 * Counts users registered from an address since then, also for practice only. Until the end of the transaction no other one can count those
 * of the address, on no server.
 */
export async function lockAddress(trx: Db, hash: Buffer, since: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(${hash.readInt32BE(0)}::int, ${hash.readInt32BE(4)}::int)`.execute(trx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from user_marks m join user_accounts u on u.id = m.user_id
     where m.kind = 'address' and m.hash = ${hash} and m.first_seen > ${since}::timestamptz
       and u.registered_at > ${since}::timestamptz`.execute(trx)
  return rows[0]?.count ?? 0
}

/** How many accounts a claim covers. */
const maxClaimedAccounts = 200

/**
 * Claims a gift for all strong marks, proved or not, of a user and of the accounts that share one. Of two claims of a mark at once, the second waits.
 * A claim is never deleted, even if its mark is: a device that comes back has had the gift.
 * @throws a database error (`gift_claims_pkey`) if an account of the same person has had the gift
 */
export async function claimGift(trx: Db, userId: number, gift: string, at: Date): Promise<void> {
  await sql`
    insert into gift_claims (gift, kind, hash, user_id, claimed_at)
    select distinct ${gift}, m.kind, m.hash, ${userId}::bigint, ${at}::timestamptz
      from user_marks m where m.user_id in (${selectPerson(userId)}) and m.kind <> 'address'
     order by m.kind, m.hash`.execute(trx)
}

/** Returns whether another account of the same person has had the gift. */
export async function isGiftTaken(db: Db, userId: number, gift: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from user_marks m join gift_claims c on c.gift = ${gift} and c.kind = m.kind and c.hash = m.hash
     where m.user_id in (${selectPerson(userId)}) and c.user_id <> ${userId} limit 1`.execute(db)
  return rows.length > 0
}

const selectPerson = (userId: number) => sql`
  select ${userId}::bigint union
  (select related_id from related_users where user_id = ${userId} group by related_id order by related_id limit ${maxClaimedAccounts})`
