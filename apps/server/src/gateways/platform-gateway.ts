import { cleanJson } from '@tradefront/processors/shared/clean-text'
import type { Agent } from 'undici'
import * as z from 'zod'

/** After `failed`, the caller decides what to do. `refused`: the platform said no, e.g. to a wrong password. */
export type PlatformReply =
  | { readonly kind: 'done'; readonly json: unknown; readonly session: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'failed' }

export type PlatformRequest = {
  readonly method: 'GET' | 'POST'
  /** E.g. `/cli/login`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
  readonly json?: Readonly<Record<string, string>>
  /** The platform's cookies from the log-in. */
  readonly session?: string
}

export type PlatformGateway = {
  /** Sends a call. Never throws or retries. */
  readonly send: (platformUrl: string, request: PlatformRequest) => Promise<PlatformReply>
  readonly close: () => void
}

const defaultTimeoutMs = 5_000
const maxResponseBytes = 1024 * 1024
const maxConnections = 50
/** How long a session can be: longer ones would not fit into a cookie when sealed. */
const maxSessionLength = 2000

const replySchema = z.looseObject({ return: z.boolean().optional() })

/** Calls another trading platform (spec: funding 7). Bodies contain passwords and are never logged. */
export function createPlatformGateway({ timeoutMs = defaultTimeoutMs } = {}): PlatformGateway {
  let agent: Agent | null = null
  return {
    send: async (platformUrl, { method, path, query = {}, form, json, session = '' }) => {
      const url = new URL(path, platformUrl)
      url.search = new URLSearchParams(query).toString()
      const body = form === undefined ? json && JSON.stringify(json) : new URLSearchParams(form).toString()
      const contentType = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
      try {
        // Loaded on demand, to keep the start fast.
        const { Agent: HttpAgent, request } = await import('undici')
        agent ??= new HttpAgent({
          connections: maxConnections,
          connect: { timeout: timeoutMs },
          maxResponseSize: maxResponseBytes,
        })
        const response = await request(url, {
          method,
          dispatcher: agent,
          headers: {
            accept: 'application/json',
            'content-type': body === undefined ? undefined : contentType,
            cookie: session === '' ? undefined : session,
          },
          body,
          signal: AbortSignal.timeout(timeoutMs),
        })
        const text = await response.body.text()
        if ([400, 401, 403].includes(response.statusCode)) return { kind: 'refused' }
        if (response.statusCode !== 200) return { kind: 'failed' }
        const read = replySchema.safeParse(cleanJson(JSON.parse(text)))
        if (!read.success) return { kind: 'failed' }
        if (read.data.return === false) return { kind: 'refused' }
        const nextSession = readCookies(response.headers['set-cookie']) ?? session
        return nextSession.length > maxSessionLength
          ? { kind: 'failed' }
          : { kind: 'done', json: read.data, session: nextSession }
      } catch {
        return { kind: 'failed' }
      }
    },
    close: () => void agent?.destroy(),
  }
}

/** Returns names and values of cookies as they are sent back. Null if no cookie was set. */
function readCookies(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  return [header]
    .flat()
    .map((cookie) => cookie.split(';')[0]?.trim() ?? '')
    .filter((pair) => /^[!#$%&'*+.^`|~\w-]+=[\u0021-\u003a\u003c-\u007e]*$/.test(pair))
    .join('; ')
}
