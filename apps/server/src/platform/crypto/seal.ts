import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * A sealed value is key ID (1 byte), nonce (12), tag (16) and AES-256-GCM ciphertext. `context` names the owner (`card:17`): opening
 * throws for another key or context. Hashes are HMAC-SHA-256, different per purpose.
 */
export type Seal = {
  readonly sealText: (plain: string, context: string) => Buffer
  readonly openText: (sealed: Buffer, context: string) => string
  readonly sealBytes: (plain: Buffer, context: string) => Buffer
  readonly openBytes: (sealed: Buffer, context: string) => Buffer
  readonly computeHash: (value: string, purpose: string) => Buffer
  /** 32 bytes. */
  readonly deriveKey: (purpose: string) => Buffer
}

const keyId = 1
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + nonceBytes + tagBytes

/** Derives all keys by HKDF-SHA-256. */
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
