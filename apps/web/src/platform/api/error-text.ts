import type { TextKey } from '@tradefront/texts/keys'

import { ApiError } from './api-error.ts'
import { explainMessage, translateExplained } from '../i18n/explanations.ts'
import { isLoadedText, translate } from '../i18n/i18n.ts'

export function toErrorText(error: unknown, fallback: TextKey = 'auth.server_error'): string {
  if (!(error instanceof ApiError)) return translate(fallback)
  if (error.message !== '') return explainMessage(error.code, error.message)
  return translateExplained(isLoadedText(error.code) ? error.code : fallback)
}
