import { formatCheckpoint } from '@tradefront/rules/log/checkpoint'
import { areEqual, computeTreeRoot } from '@tradefront/rules/log/merkle-tree'
import { signNote } from '@tradefront/rules/log/signed-note'

import type { AppContext } from '../../context.ts'
import { raiseAlert } from '../alerts/service.ts'
import { openLogKey } from './log-key.ts'
import { computeFromTiles, countEntries, findCheckpoint, insertCheckpoint, lockLog } from './log-store.ts'

/** Signs the tree if it has grown. Run by a job on every server. It never signs a tree that does not continue the last one that it has signed. */
export async function signCheckpoint(context: AppContext): Promise<void> {
  const { db, clock } = context
  const isContinued = await db.transaction().execute(async (trx) => {
    await lockLog(trx)
    const last = await findCheckpoint(trx)
    const size = await countEntries(trx)
    if (size === 0 || size === last?.size) return true
    const computeRoot = (of: number) => computeFromTiles(trx, of, (read) => computeTreeRoot(read, of))
    if (last !== null && !areEqual(await computeRoot(last.size), last.root)) return false
    const { key, secretKey } = await openLogKey(context, trx)
    const root = Buffer.from(await computeRoot(size))
    const note = signNote(formatCheckpoint({ origin: key.name, size, root }), key, secretKey)
    await insertCheckpoint(trx, { size, root, note, signedAt: clock.now() })
    return true
  })
  if (!isContinued) await raiseAlert(db, { kind: 'log.changed', subject: 'log' }, clock.now())
}
