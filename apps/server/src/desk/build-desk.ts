import type { FastifyInstance } from 'fastify'

import { countOpenAlerts } from '../modules/alerts/service.ts'
import { registerHealth } from '../platform/http/health.ts'
import { bankRoutes } from './bank-routes.ts'
import { commandRoutes } from './command-routes.ts'
import { controlRoutes } from './control-routes.ts'
import { decisionRoutes } from './decision-routes.ts'
import { createDeskHttp, type DeskContext, registerDeskPage } from './desk-http.ts'
import { figureRoutes } from './figure-routes.ts'
import { liveRoutes } from './live-routes.ts'
import { loginRoutes } from './login-routes.ts'
import { mailRoutes } from './mail-routes.ts'
import { marketingRoutes } from './marketing-routes.ts'
import { moneyRoutes } from './money-routes.ts'
import { processorRoutes } from './processor-routes.ts'
import { statementRoutes } from './statement-routes.ts'
import { queueRoutes } from './queue-routes.ts'
import { supportRoutes } from './support-routes.ts'
import { traderRoutes } from './trader-routes.ts'
import { tradeRoutes } from './trade-routes.ts'
import { recoveryRoutes } from './recovery-routes.ts'
import { viewRoutes } from './view-routes.ts'
import { withdrawalRoutes } from './withdrawal-routes.ts'

/** Creates the desk's server, and starts nothing. */
export async function buildDesk(
  context: DeskContext,
  options: Parameters<typeof createDeskHttp>[1],
): Promise<FastifyInstance> {
  const app = await createDeskHttp(context, options)
  registerHealth(app, () => countOpenAlerts(context.db))
  for (const addRoutes of [
    loginRoutes,
    liveRoutes,
    viewRoutes,
    commandRoutes,
    withdrawalRoutes,
    traderRoutes,
    queueRoutes,
    moneyRoutes,
    figureRoutes,
    supportRoutes,
    recoveryRoutes,
    tradeRoutes,
    statementRoutes,
    bankRoutes,
    processorRoutes,
    marketingRoutes,
    mailRoutes,
    decisionRoutes,
    controlRoutes,
  ])
    addRoutes(app, context)
  await registerDeskPage(app, context)
  return app
}
