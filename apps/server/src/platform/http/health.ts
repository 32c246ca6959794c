import type { FastifyInstance } from 'fastify'

/** Registers health checks. `/readyz` replies 503 while the database is unreachable or the server stops, else the number of open alerts. */
export function registerHealth(app: FastifyInstance, countOpenAlerts: () => Promise<number>): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  const quiet = { config: { rateLimit: false } } as const
  app.get('/healthz', quiet, async () => ({ ok: true }))
  app.get('/readyz', quiet, async (_request, reply) => {
    const openAlerts = closing ? null : await countOpenAlerts().catch(() => null)
    return openAlerts === null ? reply.code(503).send({ ok: false }) : reply.send({ ok: true, openAlerts })
  })
}
