import { authCalls } from '@tradefront/contract/auth'
import { validationCalls } from '@tradefront/contract/validation'

import { ApiError } from '../../platform/api/api-error.ts'
import { updateCsrfToken } from '../../platform/api/bootstrap.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { request } from '../../platform/api/request.ts'
import { registrationSession } from '../../platform/storage/registration-session.ts'
import { translate } from '../../platform/i18n/i18n.ts'

/** Platform first, then the site with the platform's token (spec: funding 7). Throws an ApiError, also for a wrong password. */
export async function logIn(login: string, password: string): Promise<void> {
  registrationSession.end()
  const { token } = await performCall(authCalls.platformLogin, { body: { login, password }, form: true })
  if (token === undefined) throw new ApiError('refused', 200, 'auth.login_error', '')
  const { csrf } = await performCall(authCalls.login, { body: { email: login, password, token, marker: 'site' } })
  updateCsrfToken(csrf)
}

/** By the one-time token of an operator's link. Throws an ApiError. */
export async function logInByLink(token: string): Promise<void> {
  const { csrf } = await performCall(authCalls.loginByLink, { body: { token } })
  updateCsrfToken(csrf)
}

/** The only prefix that is checked while typing (spec: funding 5). */
const checkedPrefix = '1'

/** Returns an error, or null if the number is valid or the check fails. */
export async function validatePhone(prefix: string, phone: string): Promise<string | null> {
  const digits = phone.replaceAll(/\D/g, '')
  if (prefix !== checkedPrefix || digits === '' || phone.trim().startsWith('+')) return null
  const reply = await request(validationCalls.validatePhone, { body: { em: `${prefix}${digits}` } }).catch(() => null)
  return reply === null || reply.return ? null : (reply.message ?? translate('auth.phone_unreal'))
}
