import type { TextKey } from '@tradefront/texts/keys'

import { isLoadedText, translate } from './i18n.ts'

/** Texts in place of messages whose words the specification fixes: clients may depend on those, people need a sentence that helps. */
const explanations: Readonly<Record<string, TextKey>> = {
  'cards.no_processors': 'cards.no_processors_explained',
  'cards.response_error': 'cards.response_error_explained',
  'cards.fill_required': 'cards.fill_required_explained',
  'cards.expecting': 'cards.expecting_explained',
  'cards.fill_cvv': 'cards.fill_cvv_explained',
  'cards.invalid_type': 'cards.invalid_type_explained',
  'wallets.some_errors': 'wallets.some_errors_explained',
  'invoices.copy_failed': 'invoices.copy_failed_explained',
  'documents.failed': 'documents.failed_explained',
  'documents.wrong_type': 'documents.wrong_type_explained',
  'documents.remove_failed': 'documents.remove_failed_explained',
  'documents.sign_empty': 'documents.sign_empty_explained',
  'support.close_failed': 'support.close_failed_explained',
  'validation.failed': 'validation.failed_explained',
} satisfies Partial<Record<TextKey, TextKey>>

/**
 * Returns the explanation of a message, or the message itself.
 * @param message the text of `code`, e.g. from the server
 */
export function explainMessage(code: string | null, message: string): string {
  const explanation = code === null ? undefined : explanations[code]
  return explanation === undefined || !isLoadedText(explanation) ? message : translate(explanation)
}

export function translateExplained(key: TextKey): string {
  return explainMessage(key, translate(key))
}
