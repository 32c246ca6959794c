import { type Selectable, sql } from 'kysely'

import { type AuditEntry, auditCte } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/database.ts'
import type { Quarantines } from '../database/database-types.ts'

export type QuarantineCause = 'restored' | 'silence' | 'unknown_charges' | 'lost_writes'

/** A time in which no money moves, because the database can be a copy of the past. */
export type Quarantine = {
  readonly id: number
  readonly cause: QuarantineCause
  readonly beganAt: Date
  /** The database has what was written until then. */
  readonly knownUntil: Date
  /** Charges of the statements that the database does not know. Null: not compared. */
  readonly unknownCharges: number | null
}

/** Caches whether a quarantine is open, so that not every job asks the database. */
export type QuarantineReader = { readonly isOpen: () => Promise<boolean> }

const cacheMs = 500

export async function findQuarantine(db: Db): Promise<Quarantine | null> {
  const row = await db.selectFrom('quarantines').selectAll().where('ended_at', 'is', null).executeTakeFirst()
  return row === undefined ? null : toQuarantine(row)
}

function toQuarantine(row: Selectable<Quarantines>): Quarantine {
  return {
    id: row.id,
    cause: row.cause as QuarantineCause,
    beganAt: row.began_at,
    knownUntil: row.known_until,
    unknownCharges: row.unknown_charges,
  }
}

/** Begins a quarantine. One that is open stays, with this cause if it had only a silence. */
export async function insertQuarantine(db: Db, cause: QuarantineCause, knownUntil: Date): Promise<void> {
  await sql`
    insert into quarantines as q (cause, began_at, known_until) values (${cause}, now(), ${knownUntil})
        on conflict ((ended_at is null)) where ended_at is null
        do update set cause = excluded.cause where q.cause = 'silence' and excluded.cause <> 'silence'`.execute(db)
}

/** Says that statements know charges that the database does not: from now on, only operators end the quarantine. */
export async function confirmQuarantine(db: Db, id: number, unknownCharges: number): Promise<void> {
  await sql`
    update quarantines set cause = 'unknown_charges', unknown_charges = ${unknownCharges}
     where id = ${id} and cause = 'silence' and ended_at is null`.execute(db)
}

/** Ends a quarantine that a server began after a silence. Another one stays. */
export async function endSilence(db: Db, id: number): Promise<void> {
  await sql`update quarantines set ended_at = now() where id = ${id} and cause = 'silence' and ended_at is null`.execute(
    db,
  )
}

/** Ends a quarantine, as operators have ordered. @returns false, and writes nothing, if it has ended */
export async function endQuarantine(db: Db, id: number, { by, at }: Pick<AuditEntry, 'by' | 'at'>): Promise<boolean> {
  const entry: AuditEntry = {
    by,
    at,
    action: 'quarantine.release',
    subject: `quarantine:${id}`,
    before: { isOpen: true },
    after: { isOpen: false },
  }
  const { rows } = await sql`
    with ${auditCte(entry, sql`exists (select from quarantines where id = ${id} and ended_at is null)`)}
    update quarantines set ended_at = greatest(${at}, began_at) where id = ${id} and ended_at is null returning id`.execute(
    db,
  )
  return rows.length > 0
}

export function createQuarantineReader(db: Db, clock: Clock): QuarantineReader {
  let known: { readonly isOpen: boolean; readonly atMs: number } | null = null
  let pending: Promise<boolean> | null = null
  const readNow = async () => {
    const atMs = clock.now().getTime()
    const isOpen = (await findQuarantine(db)) !== null
    known = { isOpen, atMs }
    return isOpen
  }
  return {
    isOpen: async () => {
      if (known !== null && Math.abs(clock.now().getTime() - known.atMs) < cacheMs) return known.isOpen
      pending ??= readNow().finally(() => (pending = null))
      return pending
    },
  }
}
