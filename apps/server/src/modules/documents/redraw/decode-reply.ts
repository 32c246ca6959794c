import { detectFileType } from '@tradefront/rules/uploads/file-type'
import { maxFileBytes, maxPdfPages } from '@tradefront/rules/uploads/limits'
import * as z from 'zod'

import { redrawRefusals, type RedrawOutcome, type RedrawUsage } from './outcome.ts'

const maxHeadChars = 1000
export const maxReplyBytes = maxFileBytes + maxHeadChars

const usage = z.object({ cpuMs: z.number(), maxBytes: z.number() })
const head = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('drawn'), sizes: z.array(z.int().positive()).min(1).max(maxPdfPages), usage }),
  z.object({ kind: z.enum(redrawRefusals), usage }),
])

/** Returns null for anything but a reply with pictures: a hostile file may control the process. */
export function decodeReply(bytes: Buffer): { readonly outcome: RedrawOutcome; readonly usage: RedrawUsage } | null {
  const end = bytes.subarray(0, maxHeadChars).indexOf('\n')
  const parsed = end === -1 ? null : head.safeParse(parseJson(bytes.toString('utf8', 0, end)))
  if (!parsed?.success) return null
  const { data } = parsed
  if (data.kind !== 'drawn') return { outcome: { kind: data.kind }, usage: data.usage }
  let at = end + 1
  const pages = data.sizes.map((size) => {
    at += size
    return bytes.subarray(at - size, at)
  })
  const isWhole = at === bytes.length && pages.every(isPicture)
  return isWhole ? { outcome: { kind: 'drawn', pages }, usage: data.usage } : null
}

function isPicture(page: Buffer): boolean {
  const type = detectFileType(page)
  return type === 'image/jpeg' || type === 'image/png'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
