import { authCalls } from '@tradefront/contract/auth'

import { fetchBootstrap, updateCsrfToken } from '../../platform/api/bootstrap.ts'
import { request } from '../../platform/api/request.ts'
import { getLocale } from '../../platform/i18n/i18n.ts'
import { parseReturnTarget, paths } from '../../routes/paths.ts'

let isLeaving = false

/** The session has ended: closes the rest of it and opens the log-in page, which leads back to this screen (spec: account 6). */
export async function handleSessionExpired(): Promise<void> {
  if (isLeaving) return
  isLeaving = true
  // The page's token belongs to the ended session.
  await fetchBootstrap().catch(() => undefined)
  await request(authCalls.logout, {}).catch(() => undefined)
  location.replace(paths.login(getLocale(), parseReturnTarget(location.hash), 'expired'))
}

/** Ends every session of this account, this one included. Throws an ApiError when the server cannot be reached. */
export async function logOutEverywhere(): Promise<void> {
  // The server closes the socket of every session: this page must not take that for an expired session.
  isLeaving = true
  try {
    const { csrf } = await request(authCalls.endAllSessions, {})
    updateCsrfToken(csrf)
  } catch (error) {
    isLeaving = false
    throw error
  }
  location.replace(paths.login(getLocale(), '', 'left'))
}

/** Logs out of the site and the platform (spec: funding 7). Throws an ApiError when the site cannot be reached. */
export async function logOut(): Promise<void> {
  isLeaving = true
  try {
    const { csrf } = await request(authCalls.logout, {})
    updateCsrfToken(csrf)
  } catch (error) {
    isLeaving = false
    throw error
  }
  await request(authCalls.platformLogout, {}).catch(() => undefined)
  location.replace(paths.login(getLocale(), '', 'left'))
}
