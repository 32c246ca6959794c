import type { Seal } from './seal.ts'

/** `unreadable` values are opened by no key of SECRET_KEY. */
export type ResealCount = { readonly resealed: number; readonly unreadable: number }

type SealedRow = { readonly id: string | number; readonly sealed: Buffer | null; readonly context: string }

/**
 * Seals values again that are not sealed with the current key.
 * @param listRows the next rows by id after `after`; none at the end
 * @param write replaces `before`, unless it has changed
 */
export async function resealRows<Row extends SealedRow>(
  seal: Seal,
  listRows: (after: Row['id'] | null) => Promise<readonly Row[]>,
  write: (row: Row, sealed: Buffer, before: Buffer) => Promise<void>,
): Promise<ResealCount> {
  let [resealed, unreadable] = [0, 0]
  let after: Row['id'] | null = null
  for (;;) {
    const rows = await listRows(after)
    for (const row of rows) {
      after = row.id
      const { sealed, context } = row
      if (sealed === null || seal.isCurrent(sealed)) continue
      const plain = tryOpen(seal, sealed, context)
      if (plain === null) unreadable += 1
      else {
        await write(row, seal.sealBytes(plain, context), sealed)
        resealed += 1
      }
    }
    if (rows.length === 0) return { resealed, unreadable }
  }
}

function tryOpen(seal: Seal, sealed: Buffer, context: string): Buffer | null {
  try {
    return seal.openBytes(sealed, context)
  } catch {
    return null
  }
}
