export type SecurityHeadersOptions = {
  readonly publicUrl: string
  /** Origins that serve ZOOM's script and receive its hidden form: the sandbox's, or the processor's. */
  readonly processorOrigins: readonly string[]
  /** Origin of the chat vendor's page, which is framed. */
  readonly chatOrigin: string
}

export type SecurityHeaders = {
  /** For every response that is not a page: nothing may be loaded from it, and it must not be framed. */
  readonly base: Readonly<Record<string, string>>
  /** Content-Security-Policy of the app's page. Nothing inline runs, neither script nor style. */
  readonly pagePolicy: string
}

/** helmet's headers, computed once: its plugin costs 10 to 30 µs per request, a quarter of a small one. */
const fixedHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  // The product needs no device or sensor, and payment goes through its own form.
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

/**
 * ZOOM loads a remote script and posts the card to its origin (spec: funding 4), so the processor's origin is allowed in
 * script-src, connect-src and form-action. The chat vendor can be framed. Everything else is same-origin.
 */
export function createSecurityHeaders(options: SecurityHeadersOptions): SecurityHeaders {
  const url = new URL(options.publicUrl)
  const secure = url.protocol === 'https:'
  const processors = options.processorOrigins.join(' ')
  const socket = `${secure ? 'wss' : 'ws'}://${url.host}`
  const pagePolicy = [
    "default-src 'none'",
    `script-src 'self' ${processors}`,
    `connect-src 'self' ${socket} ${processors}`,
    `form-action 'self' ${processors}`,
    `frame-src ${options.chatOrigin}`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return {
    base: secure
      ? { ...fixedHeaders, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : fixedHeaders,
    pagePolicy,
  }
}
