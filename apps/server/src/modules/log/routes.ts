import { landingCalls } from '@tradefront/contract/landing'
import { logCalls } from '@tradefront/contract/log'
import { formatVerifierKey } from '@tradefront/rules/log/signed-note'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { findPriceSource } from '../../gateways/market/price-source.ts'
import { AppError } from '../../platform/http/errors.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { stripQuery } from '../../platform/logging/log.ts'
import { findLogKey } from './log-key.ts'
import { findCheckpoint } from './log-store.ts'
import { createGetRecentResults } from './recent-results.ts'
import { readCheckpoint, readTileFile } from './read-log-file.ts'

const prefix = '/log/'

/** The files of the log, as c2sp.org/tlog-tiles defines them. */
export function logRoutes(app: FastifyInstance, context: AppContext): void {
  app.get(`${prefix}checkpoint`, async (_request, reply) => {
    const note = await readCheckpoint(context)
    if (note === null) throw new AppError('errors.not_found')
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=2').send(note)
  })
  app.get(`${prefix}tile/*`, async (request, reply) => {
    // The path is compared as it was sent, because each tile has one spelling.
    const bytes = await readTileFile(context, stripQuery(request.url).slice(prefix.length))
    if (bytes === null) throw new AppError('errors.not_found')
    return reply
      .type('application/octet-stream')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(bytes)
  })
  const getRecentResults = createGetRecentResults(context)
  registerCall(app, landingCalls.getRecentResults, async () => ({ ...okReply, results: await getRecentResults() }))
  registerCall(app, logCalls.getLog, async () => {
    const [key, checkpoint] = await Promise.all([findLogKey(context.db), findCheckpoint(context.db)])
    return {
      ...okReply,
      key: key && formatVerifierKey(key),
      signedAtMs: checkpoint && checkpoint.signedAt.getTime(),
      witnessKeys: context.config.logWitnesses.map((witness) => formatVerifierKey(witness.key)),
      prices: await findPriceSource(context.market),
    }
  })
}
