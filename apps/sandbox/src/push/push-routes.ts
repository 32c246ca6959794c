import type { FastifyInstance } from 'fastify'
import * as z from 'zod'

import { HttpError, parseInput } from '../http/http-error.ts'
import type { Sandbox } from '../sandbox.ts'

const subscription = z.string().regex(/^[\w-]{1,60}$/)
const sendParams = z.object({ subscription })
const listQuery = z.object({ subscription })

/** Routes of a push service as RFC 8030 describes it, without browsers. */
export function pushRoutes({ push }: Sandbox) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body)
    })
    app.post('/push/send/:subscription', (request, reply) => {
      const { headers, body } = request
      if (headers['content-encoding'] !== 'aes128gcm' || !Buffer.isBuffer(body))
        throw new HttpError(400, 'The message is not encrypted.')
      if (!/^\d+$/.test(String(headers['ttl']))) throw new HttpError(400, 'The message has no TTL.')
      if (!headers.authorization?.startsWith('vapid t=')) throw new HttpError(401, 'The sender is not known.')
      const id = parseInput(sendParams, request.params).subscription
      push.add({ subscription: id, ttl: String(headers['ttl']), body: body.toString('base64') })
      return reply.code(201).send()
    })
  }
}

/** Registers commands about push messages, which need the checks of the control page. */
export function registerPushControl(app: FastifyInstance, { push }: Sandbox): void {
  app.get('/control/push', (request) => ({
    messages: push.listMessages(parseInput(listQuery, request.query).subscription),
  }))
}
