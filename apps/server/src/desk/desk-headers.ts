import { createHash } from 'node:crypto'

import { mailStyle } from '../modules/mail/email-template.ts'
import { fixedHeaders } from '../platform/http/security-headers.ts'

/** Headers of every reply. Browsers and proxies store none of them, because they hold personal data. */
export function buildDeskHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    ...fixedHeaders,
    'permissions-policy':
      'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cache-control': 'no-store',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/** The preview of a mail in a sandboxed frame, which has the policy of this page: these styles, and no others. */
const mailStyles = Object.values(mailStyle).map(
  (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
)

export const deskPagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  `style-src 'self' 'unsafe-hashes' ${mailStyles.join(' ')}`,
  "img-src 'self' blob:",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
