import { sql } from 'kysely'

import { type AuditEntry, insertAuditEntry } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import { raiseAlert, withdrawAlert } from '../alerts/service.ts'

/** The last characters of a key; empty for a short one. */
type KeyEnd = { readonly name: string; readonly end: string }

export type ProviderAccessRow = {
  readonly provider: string
  readonly address: string
  readonly keysHash: string
  readonly keysSealed: Buffer
  readonly keyEnds: readonly KeyEnd[]
}

export function listProviderAccess(db: Db): Promise<Omit<ProviderAccessRow, 'keyEnds'>[]> {
  return db
    .selectFrom('provider_access')
    .select(['provider', 'address', 'keys_hash as keysHash', 'keys_sealed as keysSealed'])
    .orderBy('provider')
    .execute()
}

/** Returns what operators see of the access that is set. */
export async function findConnection(db: Db, provider: string) {
  const row = await db
    .selectFrom('provider_connections')
    .select(['address', 'keys_hash as keysHash'])
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Sets the access to a provider, or removes it, in one transaction with the audit trail and an alert.
 * @param before hash of the keys that the operators have seen; null: none were set
 * @returns false, and writes nothing, if that has changed
 */
export function replaceProviderAccess(
  db: Db,
  provider: string,
  before: string | null,
  next: ProviderAccessRow | null,
  entry: AuditEntry,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`lock table provider_access in share row exclusive mode`.execute(trx)
    if (((await findConnection(trx, provider))?.keysHash ?? null) !== before) return false
    await insertAuditEntry(trx, entry)
    if (next === null) await trx.deleteFrom('provider_access').where('provider', '=', provider).execute()
    else {
      const values = {
        address: next.address,
        keys_hash: next.keysHash,
        keys_sealed: next.keysSealed,
        key_ends: JSON.stringify(next.keyEnds),
        changed_by: entry.by.actor,
        changed_at: entry.at,
      }
      await trx
        .insertInto('provider_access')
        .values({ provider, ...values })
        .onConflict((conflict) => conflict.column('provider').doUpdateSet(values))
        .execute()
    }
    // An alert that is open already would hide this change.
    const alert = { kind: 'provider.changed', subject: entry.subject, detail: { by: entry.by.actor } } as const
    await withdrawAlert(trx, alert, entry.at)
    await raiseAlert(trx, alert, entry.at)
    return true
  })
}

export async function updateSealedKeys(db: Db, provider: string, sealed: Buffer, before: Buffer): Promise<void> {
  await db
    .updateTable('provider_access')
    .set({ keys_sealed: sealed })
    .where('provider', '=', provider)
    .where('keys_sealed', '=', before)
    .execute()
}
