import csrfProtection from '@fastify/csrf-protection'
import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify'

import type { Seal } from '../crypto/seal.ts'

export const csrfHeader = 'x-csrf-token'

declare module 'fastify' {
  interface FastifyInstance {
    /** Creates a token for the current session only: log-in and log-out need a new one. */
    createCsrfToken: (request: FastifyRequest, reply: FastifyReply) => string
    verifyCsrf: preParsingHookHandler
  }
}

/** How many verified tokens are kept: browsers repeat tokens, and a check costs two HMACs. */
const maxVerified = 10_000

/**
 * The secret is in an HttpOnly cookie; the token is an HMAC of it and the session (or "visitor"). So a planted token or secret is invalid
 * in another session, also at log-in.
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
  app.decorate('verifyCsrf', (request, reply, _payload, done) => {
    // The secret comes last: only it could contain a line break.
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
