import type { TextKey } from '@tradefront/texts/keys'

import { ApiError } from './api-error.ts'
import { isLoadedText, translate } from '../i18n/i18n.ts'

export function toErrorText(error: unknown, fallback: TextKey = 'auth.server_error'): string {
  if (!(error instanceof ApiError)) return translate(fallback)
  if (error.message !== '') return error.message
  return translate(isLoadedText(error.code) ? error.code : fallback)
}
