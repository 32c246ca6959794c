/** What a trader proves who they are with (spec: account 7). `passport` is any identity document. */
export const documentKinds = ['passport', 'card', 'sign'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Files of one kind that may wait to be looked at: an identity card has two sides. */
export const maxPendingFiles: Readonly<Record<DocumentKind, number>> = { passport: 2, card: 1, sign: 1 }

/** 10 MB. */
export const maxFileBytes = 10 * 1024 * 1024

/** A picture that says it is larger is not opened: a few kilobytes can claim to be gigabytes. */
export const maxPixels = 64_000_000

/** A signature as it is sent: a PNG as a data URL of at most this many characters. */
export const maxSignatureChars = 1_000_000

/** Why a document was refused. Each has a text that says so and one that says what to do next. */
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
