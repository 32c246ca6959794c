import { authCalls } from '@tradefront/contract/auth'

import { fetchBootstrap, updateCsrfToken } from '../platform/api/bootstrap.ts'
import { request } from '../platform/api/request.ts'
import { getLocale } from '../platform/i18n/i18n.ts'
import { paths, parseReturnTarget } from './paths.ts'

let isLeaving = false

/**
 * The session has ended under the page: the rest of it is closed, and the log-in page brings the trader back to where
 * they were (spec: account 6; the target survives behind the hash).
 */
export async function handleSessionExpired(): Promise<void> {
  if (isLeaving) return
  isLeaving = true
  // The page's token belongs to the ended session.
  await fetchBootstrap().catch(() => undefined)
  await request(authCalls.logout, {}).catch(() => undefined)
  location.replace(paths.login(getLocale(), parseReturnTarget(location.hash), 'expired'))
}

/** Ends every session of this account, this one too. Throws where the server could not be reached. */
export async function logOutEverywhere(): Promise<void> {
  // The server tells every page at once that its session has ended: this one knows.
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

/** Logs out of the site and of the platform (spec: funding 7). Throws where the site could not be reached. */
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
