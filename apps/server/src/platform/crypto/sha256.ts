import { hash } from 'node:crypto'

/** Hashes to a hex string first, because Node does that several times faster than to bytes. */
export function sha256(text: string): Buffer {
  return Buffer.from(hash('sha256', text, 'hex'), 'hex')
}
