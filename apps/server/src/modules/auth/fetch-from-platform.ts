import type { FetchFromPlatform } from '../../gateways/platform-gateway.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { PlatformAccounts } from './platform-accounts.ts'
import type { createPlatformCookie } from './platform-cookie.ts'

export function createFetchFromPlatform(
  platform: Pick<PlatformAccounts, 'fetchReply'>,
  { readSession }: Pick<ReturnType<typeof createPlatformCookie>, 'readSession'>,
): FetchFromPlatform {
  return async (request, path, schema, query = {}) => {
    const sent = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    const reply = await platform.fetchReply(path, readSession(request), Object.fromEntries(sent))
    if (reply === null) return null
    const read = reply.kind === 'done' ? schema.safeParse(reply.json) : null
    if (read?.success !== true) throw new AppError('auth.platform_down', 502)
    return read.data
  }
}
