import { createHmac, randomBytes } from 'node:crypto'

import { isEqualConstantTime } from '../../platform/crypto/is-equal-constant-time.ts'
import type { Seal } from '../../platform/crypto/seal.ts'

/**
 * Failed log-ins of known browsers are counted separately, so that an attack from elsewhere does not slow down the user. A browser can
 * know several accounts.
 */
export type KnownDevices = {
  /** @param cookie the previous value */
  readonly rememberDevice: (cookie: string | undefined, owner: DeviceOwner) => string
  /** Ids of all accounts, not checked. */
  readonly listDeviceIds: (cookie: string | undefined) => readonly string[]
  readonly findDeviceId: (cookie: string | undefined, owner: DeviceOwner) => string | null
}

/** A new epoch makes all earlier cookies void. */
export type DeviceOwner = { readonly id: number; readonly deviceEpoch: number }

const maxAccountsPerBrowser = 4
const partPattern = /^[\w-]{22}\.[\w-]{43}$/

export function createKnownDevices({ seal }: { seal: Seal }): KnownDevices {
  const key = seal.deriveKey('device')
  // Not by e-mail address, which can change.
  const sign = (id: string, { id: userId, deviceEpoch }: DeviceOwner) =>
    createHmac('sha256', key).update(`${id} ${userId} ${deviceEpoch}`).digest()
  const splitCookie = (cookie: string | undefined) => (cookie ?? '').split('~', maxAccountsPerBrowser)
  const verifyPart = (part: string, owner: DeviceOwner): string | null => {
    const [id = '', signature = ''] = part.split('.')
    return isEqualConstantTime(Buffer.from(signature, 'base64url'), sign(id, owner)) ? id : null
  }
  return {
    rememberDevice: (cookie, owner) => {
      const others = splitCookie(cookie).filter((part) => partPattern.test(part) && verifyPart(part, owner) === null)
      const newId = randomBytes(16).toString('base64url')
      const ownPart =
        splitCookie(cookie).find((part) => verifyPart(part, owner) !== null) ??
        `${newId}.${sign(newId, owner).toString('base64url')}`
      const parts = [ownPart, ...others]
      // The last one stays: all accounts of the browser have it in common.
      return [...parts.slice(0, maxAccountsPerBrowser - 1), ...parts.slice(maxAccountsPerBrowser - 1).slice(-1)].join(
        '~',
      )
    },
    listDeviceIds: (cookie) =>
      splitCookie(cookie)
        .filter((part) => partPattern.test(part))
        .map((part) => part.split('.')[0] ?? ''),
    findDeviceId: (cookie, owner) => {
      for (const part of splitCookie(cookie)) {
        const id = verifyPart(part, owner)
        if (id !== null) return id
      }
      return null
    },
  }
}
