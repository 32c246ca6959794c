import { authCalls } from '@tradefront/contract/auth'
import { validationCalls } from '@tradefront/contract/validation'

import { updateCsrfToken } from '../../platform/api/bootstrap.ts'
import { request, type CallInput, type CallReply } from '../../platform/api/request.ts'
import { translate } from '../../platform/i18n/i18n.ts'

/**
 * Logs in: the platform first, as a form, then the site with the token it gave (spec: funding 7). Gives null, or what to
 * show for a no. Throws an ApiError where a call fails.
 */
export async function logIn(email: string, password: string): Promise<string | null> {
  const platform = await request(authCalls.platformLogin, { body: { login: email, password }, form: true })
  if (!platform.return || platform.token === undefined) return platform.message ?? translate('auth.login_error')
  const { token } = platform
  const site = await request(authCalls.login, { body: { email, password, token, marker: 'site' } })
  if (!site.return) return site.message ?? translate('auth.login_error')
  updateCsrfToken(site.csrf)
  return null
}

export type RegistrationBody = NonNullable<CallInput<typeof authCalls.register>['body']>

/** Opens an account. A no is in the reply, `is_usa` among it. Throws an ApiError where the call fails. */
export function registerAccount(body: RegistrationBody): Promise<CallReply<typeof authCalls.register>> {
  return request(authCalls.register, { body })
}

/** The only prefix whose numbers are checked while the form is filled in (spec: funding 5). */
const checkedPrefix = '1'

/** What to show for a phone number that cannot be; null for one that can, or where nobody could say. */
export async function validatePhone(prefix: string, phone: string): Promise<string | null> {
  const digits = phone.replaceAll(/\D/g, '')
  if (prefix !== checkedPrefix || digits === '') return null
  const reply = await request(validationCalls.validatePhone, { body: { em: `${prefix}${digits}` } }).catch(() => null)
  return reply === null || reply.return ? null : (reply.message ?? translate('auth.phone_unreal'))
}
