import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Seal } from '../../platform/crypto/seal.ts'

const sealContext = 'platform-session'

/** Cookie with the session at another trading platform, sealed: servers keep no state, and scripts of the page cannot read it. */
export function createPlatformCookie(secure: boolean, seal: Seal) {
  const name = secure ? '__Host-platform' : 'platform'
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    /** Returns an empty text if there is no session. */
    readSession: (request: FastifyRequest): string => {
      try {
        return seal.openText(Buffer.from(request.cookies[name] ?? '', 'base64url'), sealContext)
      } catch {
        return ''
      }
    },
    setSession: (reply: FastifyReply, session: string) =>
      reply.setCookie(name, seal.sealText(session, sealContext).toString('base64url'), cookie),
    clearSession: (reply: FastifyReply) => reply.clearCookie(name, cookie),
  }
}
