import { loginCalls } from '@tradefront/contract/login'

import { ApiError } from '../../platform/api/api-error.ts'
import { updateCsrfToken } from '../../platform/api/bootstrap.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { postToPlatform } from '../../platform/embedded-platform.ts'
import { registrationSession } from '../../platform/storage/registration-session.ts'

/**
 * Logs in to the platform first, then to the site with the platform's token (spec: funding 7). Throws an ApiError, also for a wrong
 * password.
 */
export async function logIn(login: string, password: string): Promise<void> {
  registrationSession.end()
  const { token } = await performCall(loginCalls.platformLogin, { body: { login, password }, form: true })
  if (token === undefined) throw new ApiError('refused', 200, 'auth.login_error', '')
  const [{ csrf }] = await Promise.all([
    performCall(loginCalls.login, { body: { email: login, password, token, marker: 'site' } }),
    postToPlatform('/cli/login', { login, password }),
  ])
  updateCsrfToken(csrf)
}

/** Logs in with the one-time token of an operator's link. Throws an ApiError. */
export async function logInByLink(token: string): Promise<void> {
  const { csrf } = await performCall(loginCalls.loginByLink, { body: { token } })
  updateCsrfToken(csrf)
}
