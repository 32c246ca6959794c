/** Kinds of documents (spec: account 7). `passport` is any identity document. */
export const documentKinds = ['passport', 'card', 'sign'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Maximum number of files of a kind waiting for review: an identity card has two sides. */
export const maxPendingFiles: Readonly<Record<DocumentKind, number>> = { passport: 2, card: 1, sign: 1 }

/** 10 MB. */
export const maxFileBytes = 10 * 1024 * 1024

/** Larger images are rejected before decoding: a few kilobytes can decode to gigabytes. */
export const maxPixels = 64_000_000

/** Maximum length of a signature, a PNG as a data URL. */
export const maxSignatureChars = 1_000_000

/** Why a document was rejected. Each reason has the texts `documents.reason_*` and `documents.next_*`. */
export const refusalReasons = [
  'unreadable',
  'cut_off',
  'expired',
  'name_differs',
  'wrong_document',
  'not_covered',
  'not_signed',
] as const
export type RefusalReason = (typeof refusalReasons)[number]
