import { getTileWidth, joinEntries, parseTilePath, tileWidth } from '@tradefront/rules/log/tiles'

import type { AppContext } from '../../context.ts'
import { findCheckpoint, listCosignatures, readEntries, readTile } from './log-store.ts'

/** Returns the signed note with the lines of witnesses. Null if nothing has been signed yet. */
export async function readCheckpoint({ db }: AppContext): Promise<string | null> {
  const checkpoint = await findCheckpoint(db)
  if (checkpoint === null) return null
  const cosignatures = await listCosignatures(db, checkpoint.size)
  return checkpoint.note + cosignatures.map(({ line }) => line).join('')
}

/** Returns a tile. Null if there is no such tile in the signed tree. @param path e.g. `tile/0/000` */
export async function readTileFile({ db }: AppContext, path: string): Promise<Buffer | null> {
  const tile = parseTilePath(path)
  const checkpoint = tile && (await findCheckpoint(db))
  if (tile === null || checkpoint === null || tile.width > getTileWidth(checkpoint.size, tile)) return null
  const { level, index, width } = tile
  if (level === 'entries') return Buffer.from(joinEntries(await readEntries(db, { index, width })))
  return readTile(db, { level, index, width: Math.min(width, tileWidth) })
}
