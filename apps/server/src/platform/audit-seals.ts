import type { AuditFile } from '@tradefront/rules/log/check-audit'
import { sql } from 'kysely'

import type { Db } from './database/database.ts'

/** The last seal. Its `hash` is in hex. */
export type AuditHead = { readonly number: number; readonly hash: string }

export type AuditFault = {
  /**
   * `added`: the entry has no seal, and waits for none. `waiting`: it has waited for its seal for over a minute. `removed`: only the seal
   * of the entry is left. `changed`: its seal is that of another text or another place. `seal_missing`: the seal before its own is missing.
   */
  readonly fault: 'added' | 'waiting' | 'removed' | 'changed' | 'seal_missing'
  readonly entryId: number
}

/** Seals entries that wait. @returns how many entries were sealed */
export async function sealEntries(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select case when exists (select from audit_unsealed) then seal_audit_entries(${most}) else 0 end as count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Finds the last seal. Returns null if nothing is sealed yet. */
export async function findAuditHead(db: Db): Promise<AuditHead | null> {
  const { rows } = await sql<AuditHead>`
    select number, encode(hash, 'hex') as hash from audit_seals order by number desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Reads seals. @returns seals from a number on, at most this many, with the hash before them. The text of a removed entry is empty. */
export async function readSeals(db: Db, from: number, most: number): Promise<AuditFile> {
  const { rows } = await sql<AuditFile['seals'][number]>`
    select s.number, case when a.id is null then '' else format_audit_seal(s, a) end as text, encode(s.hash, 'hex') as hash
      from audit_seals s left join audit_log a on a.id = s.entry_id
     where s.number >= ${from} order by s.number limit ${most}`.execute(db)
  const before = await findSealHashes(db, [from - 1])
  return { previous: before.get(from - 1) ?? '00'.repeat(32), seals: rows }
}

/** Finds hashes of seals. @returns hash in hex by number */
export async function findSealHashes(db: Db, numbers: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<AuditHead>`
    select number, encode(hash, 'hex') as hash from audit_seals where number = any(${numbers}::bigint[])`.execute(db)
  return new Map(rows.map(({ number, hash }) => [number, hash]))
}

/** Compares entries with seals whose number is from `from` to `to`. */
export async function findSealFaults(db: Db, from: number, to: number): Promise<AuditFault[]> {
  const { rows } = await sql<AuditFault>`
    select case when a.id is null then 'removed' when s.number <> coalesce(b.number, 0) + 1 then 'seal_missing' else 'changed' end as fault,
           s.entry_id as "entryId"
      from audit_seals s
      left join audit_log a on a.id = s.entry_id
      left join lateral (select p.number, p.hash from audit_seals p where p.number < s.number order by p.number desc limit 1) b on true
     where s.number between ${from} and ${to}
       and (a.id is null or s.number <> coalesce(b.number, 0) + 1
            or s.hash <> sha256(coalesce(b.hash, decode(repeat('00', 32), 'hex')) || convert_to(format_audit_seal(s, a), 'UTF8')))
     order by s.number`.execute(db)
  return rows
}

/** Finds entries without a seal, except those that have just been written. At most 100. */
export async function findUnsealedFaults(db: Db): Promise<AuditFault[]> {
  const { rows } = await sql<AuditFault>`
    select case when u.entry_id is null then 'added' else 'waiting' end as fault, a.id as "entryId"
      from audit_log a left join audit_unsealed u on u.entry_id = a.id
     where not exists (select from audit_seals s where s.entry_id = a.id)
       and (u.entry_id is null or u.since < clock_timestamp() - interval '1 minute')
     order by a.id limit 100`.execute(db)
  return rows
}

/** Finds the number of the first seal of these entries. Returns null if none of them has one. */
export async function findFirstSeal(db: Db, entryIds: readonly number[]): Promise<number | null> {
  const { rows } = await sql<{ number: number | null }>`
    select min(number) as number from audit_seals where entry_id = any(${[...entryIds]}::bigint[])`.execute(db)
  return rows[0]?.number ?? null
}
