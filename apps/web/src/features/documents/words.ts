import type { DocumentKind } from '@tradefront/rules/documents/limits'
import type { TextKey } from '@tradefront/texts/keys'

/** What each kind is called, and what is wanted of it. */
export const kindNames = {
  passport: 'documents.passport',
  card: 'documents.card',
  sign: 'documents.sign',
} as const satisfies Record<DocumentKind, TextKey>

export const kindHelp = {
  passport: 'documents.passport_help',
  card: 'documents.card_help',
  sign: 'documents.sign_help',
} as const satisfies Record<DocumentKind, TextKey>

/** Where a part's own title is, to put the focus on. */
export function titleId(kind: DocumentKind): string {
  return `document-${kind}`
}

/** Gives the focus to a part's title when what had it has gone. */
export function keepFocus(kind: DocumentKind): void {
  setTimeout(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost) document.getElementById(titleId(kind))?.focus({ preventScroll: true })
  })
}
