import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * A sealed value is version 2 (1 byte), key ID (4), nonce (12), tag (16) and AES-256-GCM ciphertext. `context` names the owner
 * (`card:17`): opening throws for an unknown key or another context. Hashes are HMAC-SHA-256, different per purpose.
 */
export type Seal = {
  readonly sealText: (plain: string, context: string) => Buffer
  readonly openText: (sealed: Buffer, context: string) => string
  readonly sealBytes: (plain: Buffer, context: string) => Buffer
  readonly openBytes: (sealed: Buffer, context: string) => Buffer
  /** Returns whether the value is sealed with the first key. */
  readonly isCurrent: (sealed: Buffer) => boolean
  readonly computeHash: (value: string, purpose: string) => Buffer
  /** Derives a key of 32 bytes. */
  readonly deriveKey: (purpose: string) => Buffer
}

type SealKey = { readonly key: Buffer; readonly id: Buffer }

const version = 2
/** Version of sealed values without a key ID. */
const firstVersion = 1
const idBytes = 4
const nonceBytes = 12
const tagBytes = 16

/** Creates a seal. @param secretKeys separated by commas: the first one seals and makes hashes, all open */
export function createSeal(secretKeys: string): Seal {
  const [current = '', ...others] = splitSecretKeys(secretKeys)
  const sealKeys = [current, ...others].map((secretKey) => ({
    key: deriveFrom(secretKey, 'seal'),
    id: deriveFrom(secretKey, 'seal-id').subarray(0, idBytes),
  }))
  const [currentKey = { key: Buffer.alloc(0), id: Buffer.alloc(0) }] = sealKeys
  const prefix = Buffer.concat([Buffer.of(version), currentKey.id])
  const deriveKey = (purpose: string) => deriveFrom(current, purpose)

  const sealBytes = (plain: Buffer, context: string) => {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', currentKey.key, nonce)
    cipher.setAAD(Buffer.from(context))
    const sealed = cipher.update(plain)
    const rest = cipher.final()
    return Buffer.concat([prefix, nonce, cipher.getAuthTag(), sealed, rest])
  }
  const openBytes = (sealed: Buffer, context: string) => {
    const isFirstVersion = sealed[0] === firstVersion
    const body = sealed.subarray(isFirstVersion ? 1 : 1 + idBytes)
    const candidates = isFirstVersion ? sealKeys : sealKeys.filter(({ id }) => isSealedWith(sealed, id))
    for (const [index, candidate] of candidates.entries()) {
      try {
        return openWith(candidate, body, context)
      } catch (error) {
        if (index === candidates.length - 1) throw error
      }
    }
    throw new Error('not sealed with a key of SECRET_KEY')
  }

  return {
    deriveKey,
    sealBytes,
    openBytes,
    sealText: (plain, context) => sealBytes(Buffer.from(plain, 'utf8'), context),
    openText: (sealed, context) => openBytes(sealed, context).toString('utf8'),
    isCurrent: (sealed) => isSealedWith(sealed, currentKey.id),
    computeHash: (value, purpose) =>
      createHmac('sha256', deriveKey(`hash:${purpose}`))
        .update(value)
        .digest(),
  }
}

export function splitSecretKeys(secretKeys: string): string[] {
  return secretKeys.split(',').map((key) => key.trim())
}

function deriveFrom(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'tradefront', purpose, 32))
}

function isSealedWith(sealed: Buffer, id: Buffer): boolean {
  return sealed[0] === version && sealed.subarray(1, 1 + idBytes).equals(id)
}

function openWith({ key }: SealKey, body: Buffer, context: string): Buffer {
  if (body.length < nonceBytes + tagBytes) throw new Error('too short to be sealed')
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(body.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(body.subarray(nonceBytes + tagBytes)), decipher.final()])
}
