import { createHmac, randomBytes } from 'node:crypto'

import type { AppContext } from '../../context.ts'
import { isEqualConstantTime } from '../../platform/crypto/is-equal-constant-time.ts'

// Failed log-ins of known browsers are counted separately, so that an attack from elsewhere does not slow down the user. A browser can know
// several accounts.

/** Owner of a known browser. A new epoch makes all earlier cookies void. */
export type DeviceOwner = { readonly id: number; readonly deviceEpoch: number }

const maxAccountsPerBrowser = 4
const partPattern = /^[\w-]{22}\.[\w-]{43}$/

/** Returns the value of the cookie with this account in it. @param cookie the previous value */
export function rememberDevice(context: AppContext, cookie: string | undefined, owner: DeviceOwner): string {
  const others = splitCookie(cookie).filter(
    (part) => partPattern.test(part) && verifyPart(context, part, owner) === null,
  )
  const newId = randomBytes(16).toString('base64url')
  const ownPart =
    splitCookie(cookie).find((part) => verifyPart(context, part, owner) !== null) ??
    `${newId}.${signDevice(context, newId, owner).toString('base64url')}`
  const parts = [ownPart, ...others]
  // The last part stays: all accounts of the browser have it in common.
  return [...parts.slice(0, maxAccountsPerBrowser - 1), ...parts.slice(maxAccountsPerBrowser - 1).slice(-1)].join('~')
}

/** Lists the ids of all accounts in the cookie. They are not checked. */
export function listDeviceIds(cookie: string | undefined): string[] {
  return splitCookie(cookie)
    .filter((part) => partPattern.test(part))
    .map((part) => part.split('.')[0] ?? '')
}

export function findDeviceId(context: AppContext, cookie: string | undefined, owner: DeviceOwner): string | null {
  for (const part of splitCookie(cookie)) {
    const id = verifyPart(context, part, owner)
    if (id !== null) return id
  }
  return null
}

// Signs the account number, not the e-mail address, which can change.
function signDevice({ seal }: AppContext, id: string, { id: userId, deviceEpoch }: DeviceOwner) {
  return createHmac('sha256', seal.deriveKey('device')).update(`${id} ${userId} ${deviceEpoch}`).digest()
}

function splitCookie(cookie: string | undefined) {
  return (cookie ?? '').split('~', maxAccountsPerBrowser)
}

function verifyPart(context: AppContext, part: string, owner: DeviceOwner): string | null {
  const [id = '', signature = ''] = part.split('.')
  return isEqualConstantTime(Buffer.from(signature, 'base64url'), signDevice(context, id, owner)) ? id : null
}
