import type { Processor } from '@tradefront/processors/processor'
import type { FastifyInstance } from 'fastify'

import { createProcessorGateway } from '../../gateways/processor-gateway.ts'
import { createSessionStore } from '../../modules/auth/session-store.ts'
import { processorRoutes } from '../../modules/cards/processor-routes.ts'
import { cardsRoutes } from '../../modules/cards/routes.ts'
import type { CardsService } from '../../modules/cards/service.ts'
import { webhookRoutes } from '../../modules/cards/webhook-routes.ts'
import { depositsRoutes } from '../../modules/deposits/routes.ts'
import type { DepositsService, PaymentProvider } from '../../modules/deposits/service.ts'
import { promoRoutes } from '../../modules/promo/routes.ts'
import type { PromoService } from '../../modules/promo/service.ts'
import { walletsRoutes } from '../../modules/wallets/routes.ts'
import type { WalletsService } from '../../modules/wallets/service.ts'
import { type Clock, dayMs } from '../../platform/clock.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'
import { toWireError } from '../../platform/http/errors.ts'
import { createHttpServer } from '../../platform/http/server.ts'

export type CardRoutesServerDeps = {
  readonly cards: CardsService
  readonly deposits: DepositsService
  readonly wallets: WalletsService
  readonly promo: PromoService
  readonly providers: Readonly<Record<Processor['kind'], PaymentProvider>>
  readonly db: Db
  readonly seal: Seal
  readonly clock: Clock
  /** For internal errors, of which the client learns nothing. */
  readonly recordError: (error: unknown) => void
}

export const processorSecrets = {
  sandboxSecret: 'a sandbox secret that is only good for tests',
  processorSecrets: {},
}

/** The routes of card payments in the real HTTP server: schemas, sessions, CSRF tokens, signatures and error replies. */
export async function createCardRoutesServer(deps: CardRoutesServerDeps): Promise<FastifyInstance> {
  const { cards, deposits, wallets, promo, providers, db, seal, clock, recordError } = deps
  const http = await createHttpServer({
    sessionStore: createSessionStore({
      db,
      getIdleMs: () => Promise.resolve(7 * dayMs),
      onSessionEnded: () => Promise.resolve(),
    }),
    clock,
    seal,
    publicUrl: 'http://localhost',
    processorUrls: [],
    chatOrigin: 'http://localhost',
    logLevel: 'silent',
    trustedProxies: undefined,
    requestsPerMinute: 0,
  })
  http.addHook('onError', async (_request, _reply, error) => {
    if (toWireError(error).status >= 500) recordError(error)
  })
  http.get('/csrf', async (request, reply) => ({ csrf: http.createCsrfToken(request, reply) }))
  const detectCountry = () => null
  const gateway = createProcessorGateway({
    baseUrl: 'http://localhost',
    secrets: processorSecrets,
    clock,
    onUnverifiedReply: () => undefined,
    callTimeoutMs: 0,
  })
  await http.register(cardsRoutes({ cards, detectCountry }))
  await http.register(processorRoutes({ cards, detectCountry }))
  await http.register(webhookRoutes({ cards, deposits, providers, gateway }))
  await http.register(walletsRoutes({ wallets, detectCountry }))
  await http.register(depositsRoutes({ deposits }))
  await http.register(promoRoutes({ promo }))
  await http.ready()
  return http
}
