import { createCipheriv, createHash } from 'node:crypto'

/** Returns the same bytes for the same text. */
export function randomBytes(text: string, count: number): Buffer {
  const key = createHash('sha256').update(text).digest()
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(count))
}
