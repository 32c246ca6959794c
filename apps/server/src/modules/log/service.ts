import { signNote } from '@tradefront/rules/log/signed-note'

import type { AppContext } from '../../context.ts'
import { findLogKey, openLogKey } from './log-key.ts'
import { lockLog } from './log-store.ts'

/**
 * Signs a text with the key of the public log, so that a trader can show it to others: a signed note. Its first line is not that of a
 * checkpoint, so that it cannot be taken for one. Null: the site has no address, and so no log.
 */
export async function signReceipt(context: AppContext, lines: readonly string[]): Promise<string | null> {
  const { config, db } = context
  if (config.publicUrl === '') return null
  const { key, secretKey } = (await findLogKey(db)) === null ? await createKey() : await openLogKey(context, db)
  return signNote(`${key.name}/receipt\n${lines.join('\n')}\n`, key, secretKey)

  /** Creates the key once, also if a checkpoint is signed at the same time. */
  function createKey() {
    return db.transaction().execute(async (trx) => {
      await lockLog(trx)
      return openLogKey(context, trx)
    })
  }
}
