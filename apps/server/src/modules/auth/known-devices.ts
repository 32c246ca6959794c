import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Seal } from '../../platform/crypto/seal.ts'

/**
 * Failed log-ins of known browsers are counted separately, so that an attack from elsewhere does not slow down the user. A browser can
 * know several accounts.
 */
export type KnownDevices = {
  /** @param cookie the previous value */
  readonly rememberDevice: (cookie: string | undefined, userId: number) => string
  /** Of all accounts, and not checked. */
  readonly listDeviceIds: (cookie: string | undefined) => readonly string[]
  readonly findDeviceId: (cookie: string | undefined, userId: number) => string | null
}

const maxAccountsPerBrowser = 4
const partPattern = /^[\w-]{22}\.[\w-]{43}$/

export function createKnownDevices({ seal }: { seal: Seal }): KnownDevices {
  const key = seal.deriveKey('device')
  // Not by e-mail address, which can change.
  const sign = (id: string, userId: number) => createHmac('sha256', key).update(`${id} ${userId}`).digest()
  const splitCookie = (cookie: string | undefined) => (cookie ?? '').split('~', maxAccountsPerBrowser)
  const verifyPart = (part: string, userId: number): string | null => {
    const [id = '', signature = ''] = part.split('.')
    return isEqualConstantTime(Buffer.from(signature, 'base64url'), sign(id, userId)) ? id : null
  }
  return {
    rememberDevice: (cookie, userId) => {
      const others = splitCookie(cookie).filter((part) => partPattern.test(part) && verifyPart(part, userId) === null)
      const newId = randomBytes(16).toString('base64url')
      const ownPart =
        splitCookie(cookie).find((part) => verifyPart(part, userId) !== null) ??
        `${newId}.${sign(newId, userId).toString('base64url')}`
      return [ownPart, ...others].slice(0, maxAccountsPerBrowser).join('~')
    },
    listDeviceIds: (cookie) =>
      splitCookie(cookie)
        .filter((part) => partPattern.test(part))
        .map((part) => part.split('.')[0] ?? ''),
    findDeviceId: (cookie, userId) => {
      for (const part of splitCookie(cookie)) {
        const id = verifyPart(part, userId)
        if (id !== null) return id
      }
      return null
    },
  }
}

export function isEqualConstantTime(actual: Buffer, expected: Buffer): boolean {
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
