import { computeTreeRoot, type SubtreeReader } from '@tradefront/rules/log/merkle-tree'
import { createTileReader, listNeededTiles, splitHashes, type Tile, tileWidth } from '@tradefront/rules/log/tiles'
import { formatLogEntry, getLogSubject, type LogEntry, type LogEntryKind } from '@tradefront/rules/log/log-entry'
import { createSubtreeReader } from '@tradefront/rules/log/merkle-tree'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

export type StoredCheckpoint = {
  readonly size: number
  readonly root: Buffer
  readonly note: string
  readonly signedAt: Date
}

export type StoredTotals = { readonly salt: Buffer; readonly totals: string }

export type Cosignature = { readonly witness: string; readonly line: string; readonly cosignedAt: Date }

/** Locks the log until the transaction ends: other writers wait. */
export async function lockLog(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('log', 0))`.execute(trx)
}

/** Returns the last subject of a kind, in the order of texts. Null: there is none. */
export async function findLastSubject(db: Db, kind: LogEntryKind): Promise<string | null> {
  const { rows } = await sql<{ subject: string | null }>`
    select max(subject) as subject from log_entries where kind = ${kind}`.execute(db)
  return rows[0]?.subject ?? null
}

/** Finds the last head of the audit trail in the log. Returns null if there is none. */
export async function findLastAuditEntry(db: Db): Promise<{ atMs: number; number: number } | null> {
  const { rows } = await sql<{ atMs: number; number: number }>`
    select (e.head->>'atMs')::bigint as "atMs", (e.head->>'number')::bigint as number
      from (select convert_from(entry, 'UTF8')::jsonb as head from log_entries where kind = 'audit' order by subject desc limit 1) e`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Lists heads of the audit trail that are logged, by number. `hash` is in hex. */
export async function listAuditHeads(db: Db): Promise<{ number: number; hash: string }[]> {
  const { rows } = await sql<{ number: number; hash: string }>`
    select (e.head->>'number')::bigint as number, e.head->>'hash' as hash
      from (select index, convert_from(entry, 'UTF8')::jsonb as head from log_entries where kind = 'audit') e
     order by index`.execute(db)
  return rows
}

/** Appends entries that are not logged yet, in order. The caller holds the lock. */
export async function insertEntries(trx: Db, entries: readonly LogEntry[], now: Date): Promise<void> {
  await sql`
    insert into log_entries (index, kind, subject, entry, appended_at)
    select (select coalesce(max(index) + 1, 0) from log_entries) + row_number() over (order by place) - 1,
           kind, subject, convert_to(entry, 'UTF8'), ${now}
      from unnest(${entries.map(({ kind }) => kind)}::text[], ${entries.map(getLogSubject)}::text[],
                  ${entries.map(formatLogEntry)}::text[]) with ordinality as given(kind, subject, entry, place)
     where not exists (select from log_entries e where e.kind = given.kind and e.subject = given.subject)
     order by place`.execute(trx)
}

/** Adds the roots of the tiles that have become full. The caller holds the lock. */
export async function insertNodes(trx: Db, size: number): Promise<void> {
  for (let level = 1, full = Math.floor(size / tileWidth); full > 0; level += 1, full = Math.floor(full / tileWidth)) {
    const { rows } = await sql<{ known: number }>`
      select coalesce(max(index) + 1, 0) as known from log_nodes where level = ${level}::smallint`.execute(trx)
    for (let index = rows[0]?.known ?? 0; index < full; index += 1) {
      const tile = await readTile(trx, { level: level - 1, index, width: tileWidth })
      const hash = Buffer.from(computeTreeRoot(createSubtreeReader(splitHashes(tile)), tileWidth))
      await trx.insertInto('log_nodes').values({ level, index, hash }).execute()
    }
  }
}

/** Finds when the key of the log was made. Returns null if nothing has been signed yet. */
export async function findLogStart(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('log_keys').select('created_at').executeTakeFirst()
  return row?.created_at ?? null
}

/** Keeps the totals of a day once, so that all servers log the same hash. */
export async function keepTotals(db: Db, date: string, salt: Buffer, totals: string): Promise<StoredTotals> {
  await db
    .insertInto('log_totals')
    .values({ day: date, salt, totals })
    .onConflict((on) => on.doNothing())
    .execute()
  return (await findTotals(db, date)) ?? { salt, totals }
}

export async function findTotals(db: Db, date: string): Promise<StoredTotals | null> {
  const row = await db.selectFrom('log_totals').select(['salt', 'totals']).where('day', '=', date).executeTakeFirst()
  return row ?? null
}

/** Lists totals of the last days that have some, from a day on. */
export async function listTotals(db: Db, since: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('log_totals')
    .select('totals')
    .where('day', '>=', since)
    .orderBy('day', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ totals }) => totals)
}

export async function countEntries(db: Db): Promise<number> {
  const { rows } = await sql<{ size: number }>`select coalesce(max(index) + 1, 0) as size from log_entries`.execute(db)
  return rows[0]?.size ?? 0
}

/** Returns the hashes of a tile, or fewer if there are not so many. */
export async function readTile(db: Db, { level, index, width }: Tile & { readonly level: number }): Promise<Buffer> {
  const first = index * tileWidth
  const { rows } =
    level === 0
      ? await sql<{ hash: Buffer }>`
          select leaf as hash from log_entries where index >= ${first} and index < ${first + width} order by index`.execute(
          db,
        )
      : await sql<{ hash: Buffer }>`
          select hash from log_nodes
           where level = ${level}::smallint and index >= ${first} and index < ${first + width} order by index`.execute(
          db,
        )
  return Buffer.concat(rows.map(({ hash }) => hash))
}

export async function readEntries(db: Db, { index, width }: Pick<Tile, 'index' | 'width'>): Promise<Buffer[]> {
  const first = index * tileWidth
  const rows = await db
    .selectFrom('log_entries')
    .select('entry')
    .where('index', '>=', first)
    .where('index', '<', first + width)
    .orderBy('index')
    .execute()
  return rows.map(({ entry }) => entry)
}

/** Computes e.g. a root or a proof of the tree of the first `size` entries, from the few tiles that it needs. */
export async function computeFromTiles<Result>(
  db: Db,
  size: number,
  compute: (read: SubtreeReader) => Result,
): Promise<Result> {
  const tiles = new Map<string, Buffer>()
  for (const { level, index, width } of listNeededTiles(size, compute))
    if (level !== 'entries') tiles.set(`${level}/${index}`, await readTile(db, { level, index, width }))
  return compute(createTileReader((level, index) => tiles.get(`${level}/${index}`)))
}

export async function findCheckpoint(db: Db): Promise<StoredCheckpoint | null> {
  const row = await db
    .selectFrom('log_checkpoints')
    .select(['size', 'root', 'note', 'signed_at as signedAt'])
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function insertCheckpoint(trx: Db, { size, root, note, signedAt }: StoredCheckpoint): Promise<void> {
  await trx.insertInto('log_checkpoints').values({ size, root, note, signed_at: signedAt }).execute()
}

export async function listCosignatures(db: Db, size: number): Promise<Cosignature[]> {
  return db
    .selectFrom('log_cosignatures')
    .select(['witness', 'line', 'cosigned_at as cosignedAt'])
    .where('size', '=', size)
    .orderBy('witness')
    .execute()
}

/** Finds the size of the last checkpoint that a witness has cosigned; 0 if there is none. */
export async function findCosignedSize(db: Db, witness: string): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select coalesce(max(size), 0) as size from log_cosignatures where witness = ${witness}`.execute(db)
  return rows[0]?.size ?? 0
}

export async function insertCosignature(
  db: Db,
  size: number,
  { witness, line, cosignedAt }: Cosignature,
): Promise<void> {
  await db
    .insertInto('log_cosignatures')
    .values({ size, witness, line, cosigned_at: cosignedAt })
    .onConflict((on) => on.doNothing())
    .execute()
}
