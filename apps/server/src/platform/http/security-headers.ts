import { zoomPaths } from '@tradefront/processors/zoom/paths'

export type SecurityHeadersOptions = {
  readonly publicUrl: string
  /** Base addresses of processors, without a trailing slash. */
  readonly processorUrls: readonly string[]
  /** Null: no chat. */
  readonly chatOrigin: string | null
}

export type SecurityHeaders = {
  readonly base: Readonly<Record<string, string>>
  /** Policy of most pages: no inline script or style, and only scripts of this site. */
  readonly pagePolicy: string
  /** Policy of the page on which cards are paid. */
  readonly paymentPolicy: string
  /** Policy of a page in a frame of this site. */
  readonly framedPolicy: string
  /** `permissions-policy` of the page on which documents are photographed. Frames of other sites on it get no camera. */
  readonly cameraPermissions: string
}

/** `camera` is the list of origins that can use it. */
const buildPermissions = (camera: string) => `camera=(${camera}), geolocation=(), microphone=(), payment=(), usb=()`

/** Computed once: helmet's plugin costs 10 to 40 µs per request. */
export const fixedHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': buildPermissions(''),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

/** A script, style or font is none, and has no use for these. A page starts with twenty of them: their headers would take as long on a slow line as a script. */
export const headersOfDocuments = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const satisfies (keyof typeof fixedHeaders)[]

export function createSecurityHeaders(options: SecurityHeadersOptions): SecurityHeaders {
  const secure = options.publicUrl.startsWith('https:')
  return {
    base: secure
      ? { ...fixedHeaders, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : fixedHeaders,
    pagePolicy: buildPagePolicy(options, []),
    paymentPolicy: buildPagePolicy(options, options.processorUrls),
    cameraPermissions: buildPermissions('self'),
    framedPolicy: buildPagePolicy(options, []).replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
  }
}

/** Returns a page policy that also allows the frame of another trading platform, and its log-in. */
export function allowPlatform(pagePolicy: string, origin: string): string {
  return pagePolicy
    .replace('; frame-src ', `; frame-src ${origin} `)
    .replace("; connect-src 'self' ", `; connect-src 'self' ${origin} `)
}

/** Builds a page policy. ZOOM loads a remote script and posts the card to its origin (spec: funding 4). Forms go to the pages of banks. */
function buildPagePolicy({ publicUrl, chatOrigin }: SecurityHeadersOptions, processorUrls: readonly string[]): string {
  const { protocol, host } = new URL(publicUrl)
  const socket = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`
  const scripts = processorUrls.map((url) => `${url}${zoomPaths.script}`)
  const tokenCalls = processorUrls.map((url) => `${url}${zoomPaths.tokenize}`)
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    [`connect-src 'self' ${socket}`, ...tokenCalls].join(' '),
    ["form-action 'self'", ...processorUrls.map((url) => new URL(url).origin)].join(' '),
    `frame-src ${chatOrigin ?? "'none'"}`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
