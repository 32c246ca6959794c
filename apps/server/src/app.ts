import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { countries } from '@tradefront/rules/settings/countries'
import type { FastifyInstance } from 'fastify'

import type { MarketFeed } from './gateways/market/market-feed.ts'
import { createPlatformGateway } from './gateways/platform-gateway.ts'
import { createChatGateway } from './gateways/chat-gateway.ts'
import { authRoutes } from './modules/auth/routes.ts'
import { createSessionStore } from './modules/auth/session-store.ts'
import { accountSecurityRoutes } from './modules/auth/account-security-routes.ts'
import type { PasswordHasher } from './modules/auth/password-hashing.ts'
import {
  type AuthService,
  createAuthService,
  createFetchFromPlatform,
  createPlatformAccounts,
  createPlatformCookie,
} from './modules/auth/service.ts'
import { processorRoutes } from './modules/cards/processor-routes.ts'
import { cardsRoutes } from './modules/cards/routes.ts'
import { webhookRoutes } from './modules/cards/webhook-routes.ts'
import type { CardsService } from './modules/cards/service.ts'
import { cryptoRoutes } from './modules/crypto/routes.ts'
import type { CryptoService } from './modules/crypto/service.ts'
import type { RatesService } from './modules/rates/service.ts'
import { depositsRoutes } from './modules/deposits/routes.ts'
import type { AlertsService } from './modules/alerts/service.ts'
import type { DepositsService } from './modules/deposits/service.ts'
import { chatRoutes } from './modules/chat/routes.ts'
import { createChatService } from './modules/chat/service.ts'
import { walletsRoutes } from './modules/wallets/routes.ts'
import { contactRoutes } from './modules/contact/routes.ts'
import { createContactService } from './modules/contact/service.ts'
import { documentsRoutes } from './modules/documents/routes.ts'
import type { DocumentsService } from './modules/documents/service.ts'
import { historyRoutes } from './modules/history/routes.ts'
import { createHistoryService } from './modules/history/service.ts'
import { liveRoutes } from './modules/live/routes.ts'
import type { MailService } from './modules/mail/service.ts'
import { mailRoutes } from './modules/mail/routes.ts'
import { newsRoutes } from './modules/news/routes.ts'
import { pagesRoutes } from './modules/pages/routes.ts'
import { ladderRoutes } from './modules/trading/ladder-routes.ts'
import { tradingRoutes } from './modules/trading/routes.ts'
import type { TradingService } from './modules/trading/service.ts'
import { signalsRoutes } from './modules/signals/routes.ts'
import { supportRoutes } from './modules/support/routes.ts'
import type { SupportService } from './modules/support/service.ts'
import { siteRoutes } from './modules/site/routes.ts'
import { profileRoutes } from './modules/profile/routes.ts'
import { preferencesRoutes } from './modules/profile/preferences-routes.ts'
import { offerRoutes } from './modules/promo/offer-routes.ts'
import { promoRoutes } from './modules/promo/routes.ts'
import { createOffers, createPromoService, type PromoService } from './modules/promo/service.ts'
import { createPageBootstrap } from './modules/site/page-bootstrap.ts'
import { bootstrapRoutes } from './modules/site/bootstrap-routes.ts'
import { validationRoutes } from './modules/validation/routes.ts'
import type { ValidationService } from './modules/validation/service.ts'
import { telemetryRoutes } from './modules/telemetry/routes.ts'
import { tournamentsRoutes } from './modules/tournaments/routes.ts'
import type { TournamentsService } from './modules/tournaments/service.ts'
import { withdrawalRoutes } from './modules/withdrawal/routes.ts'
import type { WithdrawalService } from './modules/withdrawal/service.ts'
import { phoneRoutes } from './modules/auth/phone-routes.ts'
import { jobDefinitions } from './jobs.ts'
import { bindJobs } from './platform/jobs/job.ts'
import { type Clock, dayMs } from './platform/clock.ts'
import { createCountryDetector } from './platform/http/geo-country.ts'
import type { Database } from './platform/database/database.ts'
import { describeError } from './platform/http/errors.ts'
import { registerHealth } from './platform/http/health.ts'
import type { ConnectionLimits } from './platform/http/connections.ts'
import { createHttpServer } from './platform/http/server.ts'
import type { JobQueue } from './platform/jobs/job-queue.ts'
import type { UserEvents } from './platform/realtime/user-events.ts'
import type { LogStream } from './platform/logging/log.ts'
import { registerOpenApi } from './platform/http/openapi.ts'
import { createSeal } from './platform/crypto/seal.ts'
import { createUploadSlots } from './platform/uploads/upload-slots.ts'
import { createServices, type ServicesConfig, type ServicesDeps } from './services.ts'

export type AppConfig = ServicesConfig & {
  readonly secretKey: string
  readonly chatUrl: string
  /** Shared with the chat's vendor. */
  readonly chatSecret: string
  readonly logLevel: string
  readonly trustedProxies: readonly string[] | number | undefined
  readonly countryHeader: string | undefined
  /** Per address; 0: no limit. */
  readonly requestsPerMinute: number
  readonly webDir: string
  readonly pseudoLocale?: boolean
  /** Default: true. */
  readonly hasApiDocs?: boolean
}

export type AppDeps = {
  readonly config: AppConfig
  readonly database: Database
  readonly databaseUrl: string
  readonly clock: Clock
  /** Delays log-ins. */
  readonly sleep?: (ms: number) => Promise<void>
  /** For tests. Default: at full cost. */
  readonly passwordHasher?: PasswordHasher | undefined
  readonly logStream?: LogStream
  readonly pingMs?: number
  readonly connectionLimits?: Partial<ConnectionLimits>
  /** For tests. Default: by the configuration. */
  readonly chains?: ServicesDeps['chains']
  readonly rateSources?: ServicesDeps['rateSources']
  readonly marketFeed?: ServicesDeps['marketFeed']
  readonly payoutChannels?: ServicesDeps['payoutChannels']
}

export type App = {
  readonly http: FastifyInstance
  readonly live: UserEvents
  readonly marketFeed: MarketFeed
  readonly jobs: JobQueue
  readonly cards: CardsService
  readonly crypto: CryptoService
  readonly rates: RatesService
  readonly alerts: AlertsService
  readonly deposits: DepositsService
  readonly mail: MailService
  readonly documents: DocumentsService
  readonly support: SupportService
  /** Logs a failure of background work. */
  readonly reportError: (error: unknown) => void
  readonly auth: AuthService
  readonly promo: PromoService
  readonly trading: TradingService
  readonly validation: ValidationService
  readonly tournaments: TournamentsService
  readonly withdrawal: WithdrawalService
  /** Waits for requests and jobs; leaves the database open. */
  readonly close: () => Promise<void>
}

/** Card processors and wallets are those of the sandbox. */
const isSandbox = true

/** Starts nothing: the caller starts `http`, `live` and `jobs`. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { config, database, databaseUrl, clock } = deps
  const { db } = database
  const seal = createSeal(config.secretKey)
  const secure = config.publicUrl.startsWith('https:')
  const http = await createHttpServer({
    sessionStore: createSessionStore({
      db,
      getIdleMs: async () => (await services.settings.getSetting('session_idle_days')) * dayMs,
      onSessionEnded: (userId) => services.live.publish(userId, { type: 'sessions_changed' }),
    }),
    clock,
    seal,
    publicUrl: config.publicUrl,
    processorUrls: [config.sandboxUrl],
    chatOrigin: new URL(config.chatUrl).origin,
    logLevel: config.logLevel,
    logStream: deps.logStream,
    trustedProxies: config.trustedProxies,
    connectionLimits: deps.connectionLimits,
    requestsPerMinute: config.requestsPerMinute,
  })
  const onError = (error: unknown) => http.log.error({ fault: describeError(error) }, 'background')
  const services = createServices({
    config,
    database,
    databaseUrl,
    clock,
    seal,
    onError,
    chains: deps.chains,
    rateSources: deps.rateSources,
    marketFeed: deps.marketFeed,
    payoutChannels: deps.payoutChannels,
    onAlert: ({ id, kind, subject }) => http.log.error({ alert: { id, kind, subject } }, 'alert'),
  })
  const {
    live,
    jobs,
    mail,
    settings,
    marks,
    profile,
    gateway,
    cards,
    validation,
    wallets,
    providers,
    crypto,
    rates,
    alerts,
    deposits,
    documents,
    support,
    marketFeed,
    trading,
    tournaments,
    withdrawal,
    ladderTokens,
    news,
    signals,
    pages,
    telemetry,
  } = services
  const detectCountry = createCountryDetector(config.countryHeader)
  const promo = createPromoService({ db, clock, settings, marks, live })
  const offers = createOffers({
    db,
    clock,
    settings,
    marks,
    mail,
    publicUrl: config.publicUrl,
    findPurchaseBlock: trading.findPurchaseBlock,
    insertLossReturn: trading.insertLossReturn,
  })
  const contact = createContactService({
    db,
    clock,
    seal,
    mail,
    newId: randomUUID,
    getSupportEmail: () => settings.getSetting('support_email'),
    isLimited: config.requestsPerMinute > 0,
  })
  const buildPageBootstrap = createPageBootstrap({
    settings,
    profile,
    clock,
    sandbox: isSandbox,
    chatUrl: config.chatUrl,
    listOffers: offers.listOffers,
    getDocumentHours: documents.getCheckHours,
  })
  const chat = createChatService({
    db,
    clock,
    gateway: createChatGateway({
      chatUrl: config.chatUrl,
      secret: config.chatSecret,
      publicUrl: config.publicUrl,
      clock,
    }),
    newId: randomUUID,
    getBalance: async (user) => (await profile.getUserRecord(user)).amount,
  })
  const platformGateway = createPlatformGateway()
  const platform = createPlatformAccounts({
    gateway: platformGateway,
    getPlatformUrl: () => settings.getSetting('platform_url'),
  })
  const fetchFromPlatform = createFetchFromPlatform(platform, createPlatformCookie(secure, seal))
  const auth = createAuthService({
    db,
    clock,
    seal,
    jobs,
    live,
    mail,
    marks,
    promo,
    stopMoneyOut: withdrawal.stopMoneyOut,
    platform,
    publicUrl: config.publicUrl,
    countries,
    findCurrencyRate: rates.findCurrencyRate,
    getRegistrationsPerHour: async () =>
      config.requestsPerMinute > 0 ? settings.getSetting('registrations_per_hour') : null,
    sleep: deps.sleep ?? ((ms) => sleep(ms)),
    onError,
    passwordHasher: deps.passwordHasher,
  })

  const uploadSlots = createUploadSlots()

  if (config.hasApiDocs ?? true) registerOpenApi(http)
  registerHealth(http, () => alerts.countOpen())
  await http.register(authRoutes({ auth, publishUser: profile.publishUserChanged, secure, seal }))
  await http.register(accountSecurityRoutes({ auth, secure }))
  await http.register(profileRoutes({ profile, auth, fetchFromPlatform }))
  await http.register(preferencesRoutes({ profile, auth, secure }))
  await http.register(telemetryRoutes({ telemetry }))
  await http.register(phoneRoutes)
  await http.register(validationRoutes({ validation, deposits, sandboxUrl: isSandbox ? config.sandboxUrl : null }))
  const listCurrencies = async () => [...(await rates.listCurrencyRates()).keys()]
  await http.register(bootstrapRoutes({ buildPageBootstrap, detectCountry, countries, listCurrencies }))
  await http.register(cardsRoutes({ cards, detectCountry }))
  await http.register(processorRoutes({ cards, detectCountry }))
  await http.register(webhookRoutes({ cards, deposits, alerts, providers, gateway }))
  await http.register(depositsRoutes({ deposits }))
  await http.register(cryptoRoutes({ crypto, profile }))
  await http.register(walletsRoutes({ wallets, detectCountry }))
  const history = createHistoryService({ ...database, clock })
  await http.register(historyRoutes({ history, trading, fetchFromPlatform }))
  await http.register(tradingRoutes({ trading }))
  await http.register(tournamentsRoutes({ tournaments }))
  await http.register(withdrawalRoutes({ withdrawal, auth }))
  await http.register(ladderRoutes({ trading, ladderTokens }))
  await http.register(mailRoutes({ mail, publicUrl: config.publicUrl }))
  await http.register(newsRoutes({ news }))
  await http.register(signalsRoutes({ signals }))
  await http.register(promoRoutes({ promo }))
  await http.register(offerRoutes({ offers, clock }))
  await http.register(supportRoutes({ support, slots: uploadSlots }))
  await http.register(documentsRoutes({ documents, slots: uploadSlots }))
  await http.register(pagesRoutes({ pages }))
  await http.register(contactRoutes({ contact }))
  await http.register(chatRoutes({ chat, chatUrl: config.chatUrl }))
  await http.register(
    liveRoutes({
      live,
      marketFeed,
      loadUserRecord: profile.loadUserRecord,
      publicUrl: config.publicUrl,
      ...(deps.pingMs === undefined ? {} : { pingMs: deps.pingMs }),
    }),
  )
  await http.register(
    siteRoutes({
      webDir: config.webDir,
      buildPageBootstrap,
      pages,
      detectCountry,
      secure,
      isLadderToken: ladderTokens.verifyToken,
      withPseudoLocale: config.pseudoLocale ?? false,
    }),
  )
  jobs.register(bindJobs(jobDefinitions, { ...services, auth, chat, contact, promo }))

  return {
    http,
    live,
    marketFeed,
    jobs,
    cards,
    crypto,
    rates,
    alerts,
    deposits,
    mail,
    documents,
    support,
    reportError: onError,
    auth,
    promo,
    trading,
    validation,
    tournaments,
    withdrawal,
    close: async () => {
      await http.close()
      platformGateway.close()
      await services.close()
    },
  }
}
