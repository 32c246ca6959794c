import { verifyRequest, signatureHeader } from '@tradefront/processors/signature'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { hmacSha256 } from '../platform/hmac-sha256.ts'
import type { SandboxClock } from '../platform/clock.ts'
import { HttpError } from './http-error.ts'

/** Makes the routes after it accept only JSON that the merchant has signed. */
export function requireSignedBodies(
  app: FastifyInstance,
  clock: SandboxClock,
  getSecrets: (request: FastifyRequest) => readonly string[],
): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: 16_384 }, (request, body, done) => {
    const text = body.toString()
    const { method, url: path, headers } = request
    const isSigned = verifyRequest(
      hmacSha256,
      getSecrets(request),
      headers[signatureHeader],
      { method, path, body: text },
      clock.now(),
    )
    if (!isSigned) return done(new HttpError(401, 'signature'))
    try {
      done(null, JSON.parse(text))
    } catch {
      done(new HttpError(400, 'json'))
    }
  })
}
