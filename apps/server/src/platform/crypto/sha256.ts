import { hash } from 'node:crypto'

/** Through hex, because Node hashes to a string several times faster than to bytes. */
export function sha256(text: string): Buffer {
  return Buffer.from(hash('sha256', text, 'hex'), 'hex')
}
