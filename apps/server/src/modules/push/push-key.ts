import { createECDH } from 'node:crypto'

import type { AppContext } from '../../context.ts'
import { type PushKey, pushCurve } from '../../gateways/push-gateway.ts'
import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import type { Db } from '../../platform/database/database.ts'

const sealContext = 'push:key'

/**
 * Returns the key of the server. The first server that needs it makes it. Browsers subscribe for it, so it stays when SECRET_KEY is
 * replaced.
 */
export async function openPushKey(context: AppContext): Promise<PushKey> {
  const { db, seal, clock } = context
  const stored = await findSealedKey(db)
  if (stored !== null) return { publicKey: stored.publicKey, privateKey: seal.openBytes(stored.sealed, sealContext) }
  const pair = createECDH(pushCurve)
  pair.generateKeys()
  const sealed = seal.sealBytes(pair.getPrivateKey(), sealContext)
  await db
    .insertInto('push_keys')
    .values({ id: 1, public_key: pair.getPublicKey(), sealed, created_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Another server can have made the key first.
  return openPushKey(context)
}

export function resealPushKey({ db, seal }: AppContext): Promise<ResealCount> {
  return resealRows(
    seal,
    async (after: number | null) => {
      const stored = after === null ? await findSealedKey(db) : null
      return stored === null ? [] : [{ id: 1, sealed: stored.sealed, context: sealContext }]
    },
    async (_row, sealed, before) => {
      await db.updateTable('push_keys').set({ sealed }).where('sealed', '=', before).execute()
    },
  )
}

async function findSealedKey(db: Db): Promise<{ readonly publicKey: Buffer; readonly sealed: Buffer } | null> {
  const row = await db.selectFrom('push_keys').select(['public_key as publicKey', 'sealed']).executeTakeFirst()
  return row ?? null
}
