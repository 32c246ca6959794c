import { createHmac } from 'node:crypto'

/** Returns the HMAC in hex. */
export function hmacSha256(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}
