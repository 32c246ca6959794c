import { getPublicKey, type VerifierKey } from '@tradefront/rules/log/signed-note'

import type { AppContext } from '../../context.ts'
import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import type { Db } from '../../platform/database/database.ts'

export type LogKey = VerifierKey & { readonly sealed: Buffer }

const sealContext = 'log:key'

/** Finds the public key. Returns null if nothing has been signed yet. */
export async function findLogKey(db: Db): Promise<LogKey | null> {
  const row = await db.selectFrom('log_keys').select(['origin', 'public_key', 'sealed']).executeTakeFirst()
  return row === undefined ? null : { name: row.origin, type: 'note', publicKey: row.public_key, sealed: row.sealed }
}

/**
 * Returns the secret key of the log. It is made from SECRET_KEY when the log begins. It is stored with the origin of the log, because both
 * never change, while SECRET_KEY and the address of the site can be replaced.
 */
export async function openLogKey(
  { seal, config, clock }: AppContext,
  trx: Db,
): Promise<{ readonly key: VerifierKey; readonly secretKey: Uint8Array }> {
  const stored = await findLogKey(trx)
  if (stored !== null) return { key: stored, secretKey: seal.openBytes(stored.sealed, sealContext) }
  const secretKey = seal.deriveKey(sealContext)
  const publicKey = Buffer.from(getPublicKey(secretKey))
  const origin = `${new URL(config.publicUrl).host}/log`
  await trx
    .insertInto('log_keys')
    .values({
      id: 1,
      origin,
      public_key: publicKey,
      sealed: seal.sealBytes(secretKey, sealContext),
      created_at: clock.now(),
    })
    .execute()
  return { key: { name: origin, type: 'note', publicKey }, secretKey }
}

export function resealLogKey({ db, seal }: AppContext): Promise<ResealCount> {
  return resealRows(
    seal,
    async (after: number | null) => {
      const stored = after === null ? await findLogKey(db) : null
      return stored === null ? [] : [{ id: 1, sealed: stored.sealed, context: sealContext }]
    },
    async (_row, sealed, before) => {
      await db.updateTable('log_keys').set({ sealed }).where('sealed', '=', before).execute()
    },
  )
}
