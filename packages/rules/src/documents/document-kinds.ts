/** spec: account 7. `passport` is any identity document. */
export const documentKinds = ['passport', 'card', 'sign'] as const
export type DocumentKind = (typeof documentKinds)[number]
/** Kinds that are photographed. A signature is drawn or typed instead. */
export type PhotographedKind = Exclude<DocumentKind, 'sign'>

/** Limit of files that wait for review. An identity card has two sides. */
export const maxPendingFiles: Readonly<Record<DocumentKind, number>> = { passport: 2, card: 1, sign: 1 }

export const maxSignatureChars = 1_000_000

/** Reasons of a refusal. Their texts are `documents.reason_*` and `documents.next_*`. */
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
