import { hash } from 'node:crypto'

/** Node hashes to a hex string several times faster than to bytes. */
export function sha256(text: string): Buffer {
  return Buffer.from(hash('sha256', text, 'hex'), 'hex')
}
