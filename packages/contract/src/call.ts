import type { ZodMiniType } from 'zod/mini'

/** `access`: `client` calls return 401 without a session. `source`: section of the specification, or `ours`. */
export type ApiCall = {
  readonly method: 'GET' | 'POST'
  /** Fastify's notation: `/api/pg/:page`. */
  readonly path: string
  readonly access: 'visitor' | 'client'
  readonly kind?: 'json' | 'redirect' | 'page' | 'upload' | 'socket'
  /** The call is about the account that the session shows, practice or real. The page names the account that it shows in `x-account`. */
  readonly isOfAccount?: true
  readonly source: string
  readonly summary: string
  readonly params?: ZodMiniType
  readonly query?: ZodMiniType
  readonly body?: ZodMiniType
  /** Parts of an upload. This only documents them: the handler reads the parts one by one. */
  readonly parts?: ZodMiniType
  readonly reply: ZodMiniType
}

/** A session that shows the other account refuses the call with `errors.other_account`: a page that is left open must not trade on it. */
export const accountHeader = 'x-account'

export const accountNames = ['practice', 'real'] as const
export type AccountName = (typeof accountNames)[number]

export function toAccountName(isPractice: boolean): AccountName {
  return isPractice ? 'practice' : 'real'
}

export function defineCall<const C extends ApiCall>(call: C): C {
  return call
}
