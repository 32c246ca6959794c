import { createHmac } from 'node:crypto'

import { signatureHeader, verifySignature } from '@tradefront/processors/signature'
import type { FastifyInstance } from 'fastify'

import { Refusal } from './refusal.ts'
import type { Sandbox } from './sandbox.ts'

/** From here on bodies are JSON that the merchant has signed, and nothing else. */
export function takeSignedBodies(app: FastifyInstance, { secret, time }: Pick<Sandbox, 'secret' | 'time'>): void {
  const mac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: 16_384 }, (request, body, done) => {
    const text = body.toString()
    if (!verifySignature(mac, request.headers[signatureHeader], text, time.now()))
      return done(new Refusal(401, 'signature'))
    try {
      done(null, JSON.parse(text))
    } catch {
      done(new Refusal(400, 'json'))
    }
  })
}
