import type { DocumentKind } from '@tradefront/rules/documents/document-kinds'
import type { TextKey } from '@tradefront/texts/keys'

export const kindLabels = {
  passport: 'documents.passport',
  card: 'documents.card',
  sign: 'documents.sign',
} as const satisfies Record<DocumentKind, TextKey>

export const kindHelpTexts = {
  passport: 'documents.passport_help',
  card: 'documents.card_help',
  sign: 'documents.sign_help',
} as const satisfies Record<DocumentKind, TextKey>
