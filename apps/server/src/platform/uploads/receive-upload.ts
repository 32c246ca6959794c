import type { FastifyRequest } from 'fastify'

import type { UploadSlots } from './upload-slots.ts'

/** Enough for 10 MB from a phone on a slow connection. */
const bodyTimeoutMs = 5 * 60_000
/** An upload that sends nothing for this time is cut off. */
const stallTimeoutMs = 30_000
const uploadsPerMinute = 30

/** Options of `registerCall` for a call that takes an upload. */
export const uploadCallOptions = { bodyTimeoutMs, perMinute: uploadsPerMinute } as const

/** Holds one of the server's upload slots while the upload is read and handled. @throws AppError 429 */
export async function receiveUpload<Parts, Outcome>(
  slots: UploadSlots,
  { request, userId }: { readonly request: FastifyRequest; readonly userId: number },
  read: (onBytes: (count: number) => void) => Promise<Parts>,
  handle: (parts: Parts) => Promise<Outcome>,
): Promise<Outcome> {
  const cut = () => request.raw.destroy()
  const slot = slots.enter(userId, cut)
  const stall = setTimeout(cut, stallTimeoutMs)
  try {
    const parts = await read((count) => {
      stall.refresh()
      slot.addBytes(count)
    })
    slot.endReceiving()
    clearTimeout(stall)
    return await handle(parts)
  } finally {
    clearTimeout(stall)
    slot.leave()
  }
}
