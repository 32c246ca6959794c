import type { ApiError } from '../../platform/api/api-error.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { showAlert } from '../../platform/dialogs.ts'
import { translate } from '../../platform/i18n/i18n.ts'

/** Shows the notice if the error is about the USA. Returns false for other errors. Spec: account 5. */
export async function showUsaNotice(error: ApiError): Promise<boolean> {
  if (error.code !== 'auth.usa') return false
  await showAlert({
    title: translate('auth.usa_title'),
    body: toErrorText(error),
    confirmLabel: translate('auth.usa_close'),
  })
  location.reload()
  return true
}
