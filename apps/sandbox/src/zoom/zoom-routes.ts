import { zoomPaths } from '@tradefront/processors/zoom/paths'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'

import { parseInput, HttpError } from '../http/http-error.ts'
import type { Sandbox } from '../sandbox.ts'

const params = z.object({ key: z.string().max(64) })
const body = z.strictObject({ fields: z.record(z.string().max(60), z.string().max(40)) })

/** Routes that are open to any origin; a token is only valid for its session's charge. */
export function zoomRoutes({ ledger, zoomTokens, clock }: Sandbox, script: string) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', (request, reply, done) => {
      const { origin } = request.headers
      if (origin !== undefined) void reply.header('access-control-allow-origin', origin).header('vary', 'origin')
      done()
    })

    app.get(zoomPaths.script, (_request, reply) =>
      reply.header('cross-origin-resource-policy', 'cross-origin').type('text/javascript; charset=utf-8').send(script),
    )
    app.options(`${zoomPaths.tokenize}:key`, (_request, reply) =>
      reply
        .code(204)
        .header('access-control-allow-methods', 'POST')
        .header('access-control-allow-headers', 'content-type')
        .header('access-control-max-age', '600')
        .send(),
    )
    app.post(`${zoomPaths.tokenize}:key`, (request) => {
      const { key } = parseInput(params, request.params)
      const charge = ledger.findChargeByProcessorReference(key)
      if (charge?.flow !== 'token' || charge.state !== 'requires_action')
        throw new HttpError(404, 'There is no such session.')
      const result = zoomTokens.issueToken(key, parseInput(body, request.body).fields, clock.now())
      if ('error' in result) throw new HttpError(422, result.error)
      return result
    })
  }
}
