import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

import helmet from 'helmet'

export type SecurityHeadersOptions = {
  readonly publicUrl: string
  /** Where ZOOM's script comes from and where its hidden form goes: the sandbox's origin, or the processor's. */
  readonly processorOrigins: readonly string[]
  /** The chat's vendor, whose page is framed. */
  readonly chatOrigin: string
}

type Headers = Readonly<Record<string, string>>

/** The headers of every answer, and those of a page. */
export type SecurityHeaders = {
  /** For all that is not a page: nothing may be loaded from it, nobody may frame it. */
  readonly base: Headers
  /** Content-Security-Policy of the app's page. Nothing inline runs, neither script nor style. */
  readonly pagePolicy: string
}

/**
 * Computes the security headers once: helmet gives them, requests only copy them.
 *
 * ZOOM loads a remote script and posts the card to its origin (spec: funding 4), so exactly that origin may be a source of
 * scripts, a goal of requests and of forms. The chat's vendor may be framed, and nothing more. Everything else is ours alone.
 */
export function createSecurityHeaders(options: SecurityHeadersOptions): SecurityHeaders {
  const url = new URL(options.publicUrl)
  const secure = url.protocol === 'https:'
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: secure && { maxAge: 31_536_000 },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  })(response.req, response, () => undefined)

  const base: Record<string, string> = {
    // No device or sensor is ever needed; payment goes through our own form.
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
  for (const [name, value] of Object.entries(response.getHeaders())) base[name] = String(value)

  const others = options.processorOrigins.join(' ')
  const socket = `${secure ? 'wss' : 'ws'}://${url.host}`
  const pagePolicy = [
    "default-src 'none'",
    `script-src 'self' ${others}`,
    `connect-src 'self' ${socket} ${others}`,
    `form-action 'self' ${others}`,
    `frame-src ${options.chatOrigin}`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { base, pagePolicy }
}
