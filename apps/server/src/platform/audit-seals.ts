import type { AuditFile } from '@tradefront/rules/log/check-audit'
import { sql } from 'kysely'

import type { Db } from './database/database.ts'

/** The last seal before a time. `hash` is in hex. */
export type AuditHead = { readonly number: number; readonly hash: string }

/** `added`: has no seal and waits for none. `removed`: its seal is left. `changed`: its seal is that of another text, or of another place. */
export type AuditFault = { readonly fault: 'added' | 'removed' | 'changed'; readonly entryId: number }

/** @returns how many entries were sealed */
export async function sealEntries(db: Db, sealedAt: Date, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select case when exists (select from audit_unsealed) then seal_audit_entries(${sealedAt}, ${most}) else 0 end as count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Null: nothing was sealed before that time. */
export async function findHeadBefore(db: Db, at: Date): Promise<AuditHead | null> {
  const { rows } = await sql<AuditHead>`
    select number, encode(hash, 'hex') as hash from audit_seals where sealed_at < ${at}
     order by sealed_at desc, number desc limit 1`.execute(db)
  return rows[0] ?? null
}

export async function countSeals(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select coalesce(max(number), 0) as count from audit_seals`.execute(db)
  return rows[0]?.count ?? 0
}

/** @returns seals from a number on, at most so many, with the hash before them */
export async function readSeals(db: Db, from: number, most: number): Promise<AuditFile> {
  const { rows } = await sql<AuditFile['seals'][number]>`
    select s.number, format_audit_seal(s.number, s.sealed_at, a) as text, encode(s.hash, 'hex') as hash
      from audit_seals s join audit_log a on a.id = s.entry_id
     where s.number >= ${from} order by s.number limit ${most}`.execute(db)
  const { rows: before } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from audit_seals where number = ${from - 1}`.execute(db)
  return { previous: before[0]?.hash ?? '00'.repeat(32), seals: rows }
}

/** Compares entries and seals; those with a number from `from` to `to`. */
export async function findSealFaults(db: Db, from: number, to: number): Promise<AuditFault[]> {
  const { rows } = await sql<AuditFault>`
    select case when a.id is null then 'removed' else 'changed' end as fault, s.entry_id as "entryId"
      from (select number, entry_id, sealed_at, hash, lag(hash) over (order by number) as before, lag(number) over (order by number) as last
              from audit_seals where number between ${from - 1} and ${to}) s
      left join audit_log a on a.id = s.entry_id
     where s.number >= ${from}
       and (a.id is null or s.number <> coalesce(s.last, 0) + 1
            or s.hash <> sha256(coalesce(s.before, decode(repeat('00', 32), 'hex'))
                                || convert_to(format_audit_seal(s.number, s.sealed_at, a), 'UTF8')))
     order by s.number`.execute(db)
  return rows
}

/** @returns hash in hex by number */
export async function findSealHashes(db: Db, numbers: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<AuditHead>`
    select number, encode(hash, 'hex') as hash from audit_seals where number = any(${numbers}::bigint[])`.execute(db)
  return new Map(rows.map(({ number, hash }) => [number, hash]))
}

/** Entries that have no seal and wait for none. */
export async function findUnsealedFaults(db: Db): Promise<AuditFault[]> {
  const { rows } = await sql<AuditFault>`
    select 'added' as fault, a.id as "entryId" from audit_log a
     where not exists (select from audit_seals s where s.entry_id = a.id)
       and not exists (select from audit_unsealed u where u.entry_id = a.id) order by a.id limit 100`.execute(db)
  return rows
}
