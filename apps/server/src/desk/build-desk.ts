import type { FastifyInstance } from 'fastify'

import { bankRoutes } from './bank-routes.ts'
import { commandRoutes } from './command-routes.ts'
import { controlRoutes } from './control-routes.ts'
import { createDeskHttp, type DeskContext, registerDeskPage } from './desk-http.ts'
import { figureRoutes } from './figure-routes.ts'
import { loginRoutes } from './login-routes.ts'
import { marketingRoutes } from './marketing-routes.ts'
import { moneyRoutes } from './money-routes.ts'
import { processorRoutes } from './processor-routes.ts'
import { statementRoutes } from './statement-routes.ts'
import { queueRoutes } from './queue-routes.ts'
import { supportRoutes } from './support-routes.ts'
import { traderRoutes } from './trader-routes.ts'
import { tradingRoutes } from './trading-routes.ts'
import { withdrawalRoutes } from './withdrawal-routes.ts'

/** Creates the desk's server, and starts nothing. */
export async function buildDesk(
  context: DeskContext,
  options: Parameters<typeof createDeskHttp>[1],
): Promise<FastifyInstance> {
  const app = await createDeskHttp(context, options)
  for (const addRoutes of [
    loginRoutes,
    commandRoutes,
    withdrawalRoutes,
    traderRoutes,
    queueRoutes,
    moneyRoutes,
    figureRoutes,
    supportRoutes,
    tradingRoutes,
    statementRoutes,
    bankRoutes,
    processorRoutes,
    marketingRoutes,
    controlRoutes,
  ])
    addRoutes(app, context)
  await registerDeskPage(app, context)
  return app
}
