/** spec: account 7. `passport` is any identity document. */
export const documentKinds = ['passport', 'card', 'sign'] as const
export type DocumentKind = (typeof documentKinds)[number]
/** A signature is drawn or typed instead. */
export type PhotographedKind = Exclude<DocumentKind, 'sign'>

/** An identity card has two sides. */
export const maxPendingFiles: Readonly<Record<DocumentKind, number>> = { passport: 2, card: 1, sign: 1 }

export const maxSignatureChars = 1_000_000

/** Texts: `documents.reason_*` and `documents.next_*`. */
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
