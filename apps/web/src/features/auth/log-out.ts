import { authCalls } from '@tradefront/contract/auth'
import { loginCalls } from '@tradefront/contract/login'

import { fetchBootstrap, updateCsrfToken } from '../../platform/api/bootstrap.ts'
import { request } from '../../platform/api/request.ts'
import { postToPlatform } from '../../platform/embedded-platform.ts'
import { getLocale } from '../../platform/i18n/i18n.ts'
import { parseReturnTarget, paths } from '../../routes/paths.ts'

let isLeaving = false

/** Leaves for the log-in page, which leads back to this screen (spec: account 6). */
export async function handleSessionExpired(): Promise<void> {
  if (isLeaving) return
  isLeaving = true
  await fetchBootstrap().catch(() => undefined)
  await request(loginCalls.logout, {}).catch(() => undefined)
  await leavePlatform()
  location.replace(paths.login(getLocale(), parseReturnTarget(location.hash), 'expired'))
}

/** Ends all sessions, this one included. Throws an ApiError. */
export async function logOutEverywhere(): Promise<void> {
  // The server closes every socket; this page must not treat that as an expired session.
  isLeaving = true
  try {
    const { csrf } = await request(authCalls.endAllSessions, {})
    updateCsrfToken(csrf)
  } catch (error) {
    isLeaving = false
    throw error
  }
  await leavePlatform()
  location.replace(paths.login(getLocale(), '', 'left'))
}

/** Logs out of site and platform (spec: funding 7). Throws an ApiError if the site cannot be reached. */
export async function logOut(): Promise<void> {
  isLeaving = true
  try {
    const { csrf } = await request(loginCalls.logout, {})
    updateCsrfToken(csrf)
  } catch (error) {
    isLeaving = false
    throw error
  }
  await leavePlatform()
  location.replace(paths.login(getLocale(), '', 'left'))
}

/** An embedded platform has a session with our server, and one with its frame. */
async function leavePlatform(): Promise<void> {
  await Promise.all([request(loginCalls.platformLogout, {}).catch(() => undefined), postToPlatform('/cli/logout', {})])
}
