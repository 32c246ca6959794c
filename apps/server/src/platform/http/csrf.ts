import csrfProtection from '@fastify/csrf-protection'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'

import type { Seal } from '../crypto/seal.ts'

export const csrfHeader = 'x-csrf-token'

declare module 'fastify' {
  interface FastifyInstance {
    /** A token for the browser of this request. It is good for one session: a log-in or log-out asks for a new one. */
    createCsrfToken: (request: FastifyRequest, reply: FastifyReply) => string
    /** Lets requests through that carry a token of their session and secret. */
    verifyCsrf: onRequestHookHandler
  }
}

/** A browser sends the same token with every call; what was verified once costs no second pair of HMACs. */
const maxVerified = 10_000

/**
 * Tokens against requests of other sites. A secret lives in a cookie that scripts cannot read; the token is an HMAC over it
 * and over the session (or over "visitor"), so a token or secret planted in a browser fits no other session. Log-in itself
 * is covered too: a visitor has a secret as well.
 */
export async function registerCsrf(app: FastifyInstance, options: { seal: Seal; secure: boolean }): Promise<void> {
  const { seal, secure } = options
  const cookieKey = secure ? '__Host-csrf' : 'csrf'
  const userInfo = (request: FastifyRequest) => app.sessions.getSessionHash(request)?.toString('base64url') ?? 'visitor'
  const getToken = (request: FastifyRequest) => {
    const token = request.headers[csrfHeader]
    return typeof token === 'string' ? token : undefined
  }

  await app.register(csrfProtection, {
    cookieKey,
    cookieOpts: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: 30 * 24 * 3600 },
    csrfOpts: { hmacKey: seal.deriveKey('csrf').toString('base64'), userInfo: true },
    getUserInfo: userInfo,
    getToken,
  })

  const verified = new Set<string>()
  app.decorate('verifyCsrf', (request, reply, done) => {
    // The secret comes last: it alone could hold a line end.
    const cacheKey = [userInfo(request), getToken(request), request.cookies[cookieKey]].join('\n')
    if (verified.has(cacheKey)) return done()
    app.csrfProtection(request, reply, () => {
      if (verified.size === maxVerified) verified.clear()
      verified.add(cacheKey)
      done()
    })
  })
  app.decorate('createCsrfToken', (request, reply) => reply.generateCsrf({ userInfo: userInfo(request) }))
}
