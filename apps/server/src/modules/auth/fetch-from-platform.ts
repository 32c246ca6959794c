import type { FastifyRequest } from 'fastify'
import type * as mini from 'zod/mini'

import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { fetchPlatformReply } from './platform-accounts.ts'
import { createPlatformCookie } from './platform-cookie.ts'

/**
 * Calls another trading platform with the trader's session there. Returns null if no platform is embedded.
 * @throws AppError 502 if the platform refuses or does not answer, or its reply does not fit `schema`
 */
export async function fetchFromPlatform<S extends mini.ZodMiniType>(
  context: AppContext,
  request: FastifyRequest,
  path: '/cli/userInfo' | '/cli/orders' | '/cli/transactions',
  schema: S,
  query: Readonly<Record<string, string | undefined>> = {},
): Promise<mini.output<S> | null> {
  const sent = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const { readSession } = createPlatformCookie(context.config.isHttps, context.seal)
  const reply = await fetchPlatformReply(context, path, readSession(request), Object.fromEntries(sent))
  if (reply === null) return null
  const read = reply.kind === 'done' ? schema.safeParse(reply.json) : null
  if (read?.success !== true) throw new AppError('auth.platform_down', 502)
  return read.data
}
