import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts values for the database, and hashes them with a key so that they can be found again.
 *
 * Sealed values are key ID (1 byte), nonce (12), tag (16) and ciphertext, AES-256-GCM. `context` names the owner of the value
 * (`card:17`), so that a value copied to another row does not open. Opening throws if key or context differ. Hashes are
 * HMAC-SHA-256, 32 bytes, different for every purpose.
 */
export type Seal = {
  readonly sealText: (plain: string, context: string) => Buffer
  readonly openText: (sealed: Buffer, context: string) => string
  /** The same for bytes, e.g. a file. */
  readonly sealBytes: (plain: Buffer, context: string) => Buffer
  readonly openBytes: (sealed: Buffer, context: string) => Buffer
  readonly computeHash: (value: string, purpose: string) => Buffer
  /** Returns a separate key for each purpose, 32 bytes. */
  readonly deriveKey: (purpose: string) => Buffer
}

const keyId = 1
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + nonceBytes + tagBytes

/** Derives all keys from SECRET_KEY by HKDF-SHA-256. */
export function createSeal(secretKey: string): Seal {
  const deriveKey = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'tradefront', purpose, 32))
  const sealKey = deriveKey('seal')

  const sealBytes = (plain: Buffer, context: string) => {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', sealKey, nonce)
    cipher.setAAD(Buffer.from(context))
    const sealed = cipher.update(plain)
    const rest = cipher.final()
    return Buffer.concat([Buffer.of(keyId), nonce, cipher.getAuthTag(), sealed, rest])
  }
  const openBytes = (sealed: Buffer, context: string) => {
    if (sealed.length < headBytes || sealed[0] !== keyId) throw new Error('not sealed with a key of ours')
    const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(1, 1 + nonceBytes))
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(sealed.subarray(1 + nonceBytes, headBytes))
    return Buffer.concat([decipher.update(sealed.subarray(headBytes)), decipher.final()])
  }

  return {
    deriveKey,
    sealBytes,
    openBytes,
    sealText: (plain, context) => sealBytes(Buffer.from(plain, 'utf8'), context),
    openText: (sealed, context) => openBytes(sealed, context).toString('utf8'),
    computeHash: (value, purpose) =>
      createHmac('sha256', deriveKey(`hash:${purpose}`))
        .update(value)
        .digest(),
  }
}
