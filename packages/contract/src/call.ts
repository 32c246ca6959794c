import type { ZodMiniType } from 'zod/mini'

/**
 * One HTTP call of the product: the law that the browser, the server and the OpenAPI page share.
 *
 * `access` says who may call it: `visitor` needs no session, `client` answers 401 without one. `kind` is what comes back:
 * JSON, a redirect the browser follows, a page or file, a multipart upload, or a web socket. `source` names the section of
 * the specification it comes from (`funding 7`, `account 7`), or `ours`.
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

/** Writes a call down; the literal types of its parts are kept for the client and the routes. */
export function defineCall<const C extends ApiCall>(call: C): C {
  return call
}
