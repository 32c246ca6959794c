/** `document` is a picture or PDF of a passport or card. */
export type RedrawTask = 'document' | 'signature'

export const redrawRefusals = [
  'unreadable',
  'too_many_pixels',
  'too_costly',
  'too_many_pages',
  'locked',
  'empty',
] as const
export type RedrawRefusal = (typeof redrawRefusals)[number]

/** Only pixels are left: a signature is a PNG, other pages are JPEGs. Only a PDF can have several pages. */
export type RedrawOutcome =
  | { readonly kind: 'drawn'; readonly pages: readonly Buffer[] }
  | { readonly kind: RedrawRefusal }

/** What the whole process has used. */
export type RedrawUsage = { readonly cpuMs: number; readonly maxBytes: number }

/** The first line of a reply, as JSON. The bytes of the pages follow it. */
export type RedrawReplyHead = {
  readonly kind: RedrawOutcome['kind']
  /** Number of bytes of each page. */
  readonly sizes: readonly number[]
  readonly usage: RedrawUsage
}
