import type { ZodMiniType } from 'zod/mini'

/**
 * One HTTP call, shared by browser, server and OpenAPI page.
 *
 * `access`: `client` calls return 401 without a session. `kind`: JSON by default, a redirect that the browser follows, a page or
 * file, a multipart upload, or a web socket. `source`: the section of the specification (`funding 7`, `account 7`), or `ours`.
 */
export type ApiCall = {
  readonly method: 'GET' | 'POST'
  /** Fastify's notation: `/api/pg/:page`. */
  readonly path: string
  readonly access: 'visitor' | 'client'
  readonly kind?: 'json' | 'redirect' | 'page' | 'upload' | 'socket'
  readonly source: string
  readonly summary: string
  readonly params?: ZodMiniType
  readonly query?: ZodMiniType
  readonly body?: ZodMiniType
  readonly reply: ZodMiniType
}

/** Declares a call and keeps the literal types of its parts. */
export function defineCall<const C extends ApiCall>(call: C): C {
  return call
}
