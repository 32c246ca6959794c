import type { ZodMiniType } from 'zod/mini'

/** `access`: `client` calls return 401 without a session. `source`: section of the specification, or `ours`. */
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
  /** Parts of an upload. Only documents it: its handler reads the parts one by one. */
  readonly parts?: ZodMiniType
  readonly reply: ZodMiniType
}

export function defineCall<const C extends ApiCall>(call: C): C {
  return call
}
