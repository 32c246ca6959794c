import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import type { Db } from '../database/database.ts'

/** `/readyz`: 503 while the database is unreachable or the server stops. */
export function registerHealth(app: FastifyInstance, db: Db): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  const quiet = { config: { rateLimit: false } } as const
  app.get('/healthz', quiet, async () => ({ ok: true }))
  app.get('/readyz', quiet, async (_request, reply) => {
    const ready =
      !closing &&
      (await sql`select 1`.execute(db).then(
        () => true,
        () => false,
      ))
    return reply.code(ready ? 200 : 503).send({ ok: ready })
  })
}
