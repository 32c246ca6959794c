import { sql } from 'kysely'

import { StartupError } from '../config/startup-error.ts'
import { type ResealCount, resealRows } from '../crypto/reseal.ts'
import type { Seal } from '../crypto/seal.ts'
import type { Db } from './database.ts'

const sealContext = 'installation:check'
const knownText = 'tradefront'

/**
 * Keeps which parts of the site are the sandbox. The first server of a database seals a known text, by which the others see that they have
 * its key.
 * @throws StartupError if the database was sealed with another key
 */
export async function openInstallation(db: Db, seal: Seal, sandboxParts: ReadonlySet<string>): Promise<void> {
  const parts = [...sandboxParts]
  await db
    .insertInto('installations')
    .values({ id: 1, sealed_check: seal.sealText(knownText, sealContext), sandbox_parts: parts })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (!(await isInstallationKey(db, seal)))
    throw new StartupError(
      'SECRET_KEY is not the key of this database: set the one that its other servers have, or had before, alone or after a new one and a comma.',
    )
  await db
    .updateTable('installations')
    .set({ sandbox_parts: parts })
    .where(sql<boolean>`sandbox_parts <> ${parts}::text[]`)
    .execute()
}

/** True in a database that no server has started with yet. */
export async function isInstallationKey(db: Db, seal: Seal): Promise<boolean> {
  const sealed = await findSealedCheck(db)
  if (sealed === null) return true
  try {
    return seal.openText(sealed, sealContext) === knownText
  } catch {
    return false
  }
}

export async function isTestSite(db: Db): Promise<boolean> {
  const row = await db.selectFrom('site_facts').select('is_test_site').executeTakeFirst()
  return row?.is_test_site === true
}

export function resealInstallation({ db, seal }: { readonly db: Db; readonly seal: Seal }): Promise<ResealCount> {
  return resealRows(
    seal,
    async (after: number | null) => {
      const sealed = after === null ? await findSealedCheck(db) : null
      return sealed === null ? [] : [{ id: 1, sealed, context: sealContext }]
    },
    async (_row, sealed, before) => {
      await db.updateTable('installations').set({ sealed_check: sealed }).where('sealed_check', '=', before).execute()
    },
  )
}

async function findSealedCheck(db: Db): Promise<Buffer | null> {
  const row = await db.selectFrom('installations').select('sealed_check').executeTakeFirst()
  return row?.sealed_check ?? null
}
