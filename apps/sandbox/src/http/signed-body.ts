import { createHmac } from 'node:crypto'

import { signatureHeader, verifySignature } from '@tradefront/processors/signature'
import type { FastifyInstance } from 'fastify'

import { HttpError } from './http-error.ts'
import type { Sandbox } from '../sandbox.ts'

/** From here on bodies are JSON that the merchant has signed, and nothing else. */
export function requireSignedBodies(app: FastifyInstance, { secret, clock }: Pick<Sandbox, 'secret' | 'clock'>): void {
  const mac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: 16_384 }, (request, body, done) => {
    const text = body.toString()
    if (!verifySignature(mac, request.headers[signatureHeader], text, clock.now()))
      return done(new HttpError(401, 'signature'))
    try {
      done(null, JSON.parse(text))
    } catch {
      done(new HttpError(400, 'json'))
    }
  })
}
