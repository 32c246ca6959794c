// Seals data for one reader, with Web Crypto, which browsers and servers have. Sealed data goes through the desk and the database, and
// neither can open it. A box is a public key (65 bytes), a nonce (12) and AES-256-GCM ciphertext.

const keyBytes = 65
const nonceBytes = 12

type Bytes = Uint8Array<ArrayBuffer>

/** Private key that opens what is sealed for its public key, a point of the curve: 04, x, y. */
export type ReaderKey = {
  readonly publicKey: Bytes
  /** @throws if the box was changed, or sealed for another key or context */
  readonly open: (box: Bytes, context: string) => Promise<Bytes>
}

/** Type of a key, which browsers and Node.js declare under different names. */
type Key = Parameters<typeof crypto.subtle.exportKey>[1]

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

/** Creates a key that cannot be copied out of the program that made it. */
export async function createReaderKey(): Promise<ReaderKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  return toReaderKey(privateKey, await exportPublicKey(publicKey))
}

/** @param jwk `d`, `x` and `y` of a private key */
export async function importReaderKey(jwk: {
  readonly d: string
  readonly x: string
  readonly y: string
}): Promise<ReaderKey> {
  const given = { kty: 'EC', crv: curve.namedCurve }
  const privateKey = await crypto.subtle.importKey('jwk', { ...given, ...jwk }, curve, false, ['deriveBits'])
  const publicKey = await crypto.subtle.importKey('jwk', { ...given, x: jwk.x, y: jwk.y }, curve, true, [])
  return toReaderKey(privateKey, await exportPublicKey(publicKey))
}

/**
 * @param context what the box is for: it can be opened only with the same text
 * @throws for bytes that are no public key
 */
export async function sealFor(publicKey: Bytes, plain: Bytes, context: string): Promise<Bytes> {
  const own = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const key = await deriveKey(own.privateKey, publicKey, context)
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, plain))
  return joinBytes([await exportPublicKey(own.publicKey), nonce, sealed])
}

function toReaderKey(privateKey: Key, publicKey: Bytes): ReaderKey {
  return {
    publicKey,
    open: async (box, context) => {
      const key = await deriveKey(privateKey, box.slice(0, keyBytes), context)
      const iv = box.slice(keyBytes, keyBytes + nonceBytes)
      const sealed = box.subarray(keyBytes + nonceBytes)
      return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed))
    },
  }
}

const exportPublicKey = async (key: Key) => new Uint8Array(await crypto.subtle.exportKey('raw', key))

async function deriveKey(privateKey: Key, publicKey: Bytes, context: string): Promise<Key> {
  const other = await crypto.subtle.importKey('raw', publicKey, curve, false, [])
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, privateKey, 256)
  const secret = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode(`tradefront ${context}`)
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info }
  return crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** Joins several parts, each after its length. */
export function packParts(parts: readonly Uint8Array[]): Bytes {
  return joinBytes(
    parts.flatMap((part) => {
      const length = new Uint8Array(4)
      new DataView(length.buffer).setUint32(0, part.length)
      return [length, part]
    }),
  )
}

export function unpackParts(packed: Bytes): Bytes[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const parts: Bytes[] = []
  for (let at = 0; at < packed.length;) {
    const end = at + 4 + view.getUint32(at)
    parts.push(packed.slice(at + 4, end))
    at = end
  }
  return parts
}

function joinBytes(parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
