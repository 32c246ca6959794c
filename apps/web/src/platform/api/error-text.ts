import { ApiError } from './api-error.ts'
import { isLoadedText, translate } from '../i18n/i18n.ts'

/** What to show for a failure: the server's own words, else the text of its code, else that it could not answer. */
export function toErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return translate('auth.server_error')
  if (error.message !== '') return error.message
  return isLoadedText(error.code) ? translate(error.code) : translate('auth.server_error')
}
