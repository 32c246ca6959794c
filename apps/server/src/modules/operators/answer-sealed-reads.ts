import { createECDH } from 'node:crypto'

import { importReaderKey, packParts, type ReaderKey, sealFor } from '@tradefront/contract/sealed-box'

import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { claimSealedReads, type SealedRead, updateSealedRead } from './sealed-read-store.ts'

/** How many reads are answered at once: each can have 10 MB. */
const batchSize = 5

/** Unseals what operators' browsers have asked for, and seals it for the key of the browser. */
export async function answerSealedReads(context: AppContext): Promise<void> {
  await Promise.all(
    (await claimSealedReads(context.db, batchSize)).map((read) => answerRead(context, read).catch(context.onError)),
  )
}

async function answerRead(context: AppContext, { id, kind, subjects, publicKey }: SealedRead): Promise<void> {
  try {
    const parts = await context.sealedReaders[kind]?.(context, subjects)
    if (!parts) return await updateSealedRead(context.db, id, { sealed: null, failure: 'errors.not_found' })
    const sealed = await sealFor(Uint8Array.from(publicKey), packParts(parts), `read:${id}`)
    await updateSealedRead(context.db, id, { sealed, failure: null })
  } catch (error) {
    if (!(error instanceof AppError)) context.onError(error)
    await updateSealedRead(context.db, id, {
      sealed: null,
      failure: error instanceof AppError ? error.code : 'desk_support.not_opened',
    })
  }
}

/** Creates the key of servers, for which operators' browsers seal what only a server must read. */
export function createServerReaderKey({ seal }: Pick<AppContext, 'seal'>): Promise<ReaderKey> {
  const secret = seal.deriveKey('desk')
  // This makes the number lower than the order of the curve.
  secret[0] = (secret[0] ?? 0) & 0x7f
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  const point = pair.getPublicKey()
  const [d, x, y] = [secret, point.subarray(1, 33), point.subarray(33)].map((bytes) => bytes.toString('base64url'))
  return importReaderKey({ d: d ?? '', x: x ?? '', y: y ?? '' })
}
