import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Seal } from '../../platform/crypto/seal.ts'

/**
 * Browsers that have signed in before, recognized by a signed cookie. Their failed log-ins are counted separately, so that
 * an attack from elsewhere does not slow down the user. One browser can know several accounts.
 */
export type KnownDevices = {
  /** Returns the new cookie value after a log-in. `cookie` is the previous one. */
  readonly rememberDevice: (cookie: string | undefined, userId: number) => string
  /** Returns the device's id for this user, or null. */
  readonly findDeviceId: (cookie: string | undefined, userId: number) => string | null
}

const maxAccountsPerBrowser = 4

export function createKnownDevices({ seal }: { seal: Seal }): KnownDevices {
  const key = seal.deriveKey('device')
  // By the user id, because the e-mail address can change.
  const sign = (id: string, userId: number) => createHmac('sha256', key).update(`${id} ${userId}`).digest()
  const splitCookie = (cookie: string | undefined) => (cookie ?? '').split('~', maxAccountsPerBrowser)
  const verifyPart = (part: string, userId: number): string | null => {
    const [id = '', signature = ''] = part.split('.')
    return isEqualConstantTime(Buffer.from(signature, 'base64url'), sign(id, userId)) ? id : null
  }
  return {
    rememberDevice: (cookie, userId) => {
      const others = splitCookie(cookie).filter(
        (part) => /^[\w-]{22}\.[\w-]{43}$/.test(part) && verifyPart(part, userId) === null,
      )
      const newId = randomBytes(16).toString('base64url')
      const ownPart =
        splitCookie(cookie).find((part) => verifyPart(part, userId) !== null) ??
        `${newId}.${sign(newId, userId).toString('base64url')}`
      return [ownPart, ...others].slice(0, maxAccountsPerBrowser).join('~')
    },
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
