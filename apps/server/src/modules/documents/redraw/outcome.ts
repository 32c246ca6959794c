/** `document`: a picture or PDF of a passport or card. */
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

/** Only pixels are left: JPEG, a signature PNG. Only a PDF can have several pages. */
export type RedrawOutcome =
  | { readonly kind: 'drawn'; readonly pages: readonly Buffer[] }
  | { readonly kind: RedrawRefusal }

/** Usage of the whole process. */
export type RedrawUsage = { readonly cpuMs: number; readonly maxBytes: number }

/** One line of JSON, and behind it the bytes of the pages. */
export type RedrawReplyHead = {
  readonly kind: RedrawOutcome['kind']
  /** Bytes of each page. */
  readonly sizes: readonly number[]
  readonly usage: RedrawUsage
}
