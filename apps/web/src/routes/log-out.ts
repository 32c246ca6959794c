import { authCalls } from '@tradefront/contract/auth'

import { fetchBoot, keepCsrf } from '../platform/api/bootstrap.ts'
import { request } from '../platform/api/request.ts'
import { locale } from '../platform/i18n/i18n.ts'
import { paths, targetOf } from './paths.ts'

let isLeaving = false

/**
 * The session has ended under the page: the rest of it is closed, and the log-in page brings the trader back to where
 * they were (spec: account 6; the target survives behind the hash).
 */
export async function leaveExpired(): Promise<void> {
  if (isLeaving) return
  isLeaving = true
  // The page's token belongs to the ended session.
  await fetchBoot().catch(() => undefined)
  await request(authCalls.logout, {}).catch(() => undefined)
  location.replace(paths.login(locale(), targetOf(location.hash), 'expired'))
}

/** Ends every session of this account, this one too. Throws where the server could not be reached. */
export async function logOutEverywhere(): Promise<void> {
  // The server tells every page at once that its session has ended: this one knows.
  isLeaving = true
  try {
    const { csrf } = await request(authCalls.endSessions, {})
    keepCsrf(csrf)
  } catch (error) {
    isLeaving = false
    throw error
  }
  location.replace(paths.login(locale(), '', 'left'))
}

/** Logs out of the site and of the platform (spec: funding 7). Throws where the site could not be reached. */
export async function logOut(): Promise<void> {
  isLeaving = true
  try {
    const { csrf } = await request(authCalls.logout, {})
    keepCsrf(csrf)
  } catch (error) {
    isLeaving = false
    throw error
  }
  await request(authCalls.platformLogout, {}).catch(() => undefined)
  location.replace(paths.login(locale(), '', 'left'))
}
