import { randomInt, randomUUID } from 'node:crypto'

import { toUser } from '@tradefront/contract/domain/profile'
import { computeCallTimeoutMs } from '@tradefront/rules/time/retry-schedule'
import { statementCodeDigits } from '@tradefront/rules/validation/statement-code'

import { type Chains, createChains, isBitcoinTestNetwork } from './gateways/chains/create-chains.ts'
import { createDocumentFetcher } from './gateways/feeds/document-fetcher.ts'
import { parseFeed } from './gateways/feeds/feed-parser.ts'
import type { MarketFeed } from './gateways/market/market-feed.ts'
import { createSimulatedFeed } from './gateways/market/simulated-feed.ts'
import type { PayoutChannels } from './gateways/payouts/payout-channel.ts'
import { createPayoutChannels } from './gateways/payouts/create-payout-channels.ts'
import { createStreamFeed } from './gateways/market/stream-feed.ts'
import { createMailGateway } from './gateways/mail-gateway.ts'
import { createProcessorGateway } from './gateways/processor-gateway.ts'
import { createJsonRateSource } from './gateways/rates/json-rate-source.ts'
import type { RateSource } from './gateways/rates/rate-source.ts'
import { createS3BlobStore } from './gateways/s3-blob-store.ts'
import { createCardsService, createProcessorProvider, toCardSettings } from './modules/cards/service.ts'
import { createCryptoService, cryptoPaymentProvider, toCryptoSettings } from './modules/crypto/service.ts'
import {
  listAttemptDeposits,
  createDepositsService,
  createNoticeService,
  toDepositView,
} from './modules/deposits/service.ts'
import { createFileRedrawer } from './modules/documents/redraw-file.ts'
import { createCheckWaitingDocuments, createDocumentsService } from './modules/documents/service.ts'
import { createCheckSums } from './modules/history/service.ts'
import { createMailService } from './modules/mail/service.ts'
import { createMarksService } from './modules/marks/service.ts'
import { createNewsService, toNewsSettings } from './modules/news/service.ts'
import { createPagesService } from './modules/pages/service.ts'
import { createProfileService } from './modules/profile/service.ts'
import { createRatesService, toRateSettings } from './modules/rates/service.ts'
import { createSettingsService } from './modules/settings/service.ts'
import { createSignalsService } from './modules/signals/service.ts'
import { createSupportService } from './modules/support/service.ts'
import { createTelemetryService } from './modules/telemetry/service.ts'
import {
  createCheckMarket,
  createCheckOpenTrades,
  createLadderTokens,
  createMarketDayStore,
  createMarketQuoteStore,
  createTradingService,
  toTradingSettings,
} from './modules/trading/service.ts'
import { type Alert, createAlertsService } from './modules/alerts/service.ts'
import { createValidationService, toValidationSettings } from './modules/validation/service.ts'
import { createTournamentsService, toPrizeSettings } from './modules/tournaments/service.ts'
import {
  createCheckWaitingWithdrawals,
  createPayoutStop,
  createWithdrawalService,
  toWithdrawalSettings,
} from './modules/withdrawal/service.ts'
import { createWalletsProvider, createWalletsService } from './modules/wallets/service.ts'
import { createBlobStores } from './platform/storage/blob-store.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import type { Database } from './platform/database/database.ts'
import { createJobQueue } from './platform/jobs/job-queue.ts'
import { createUserEvents } from './platform/realtime/user-events.ts'
import type { Seal } from './platform/crypto/seal.ts'

/** `publicUrl` is for browsers and processors. */
export type ServicesConfig = { readonly publicUrl: string } & Readonly<
  Pick<
    Config,
    | 's3'
    | 'sandboxUrl'
    | 'sandboxSecret'
    | 'processorSecrets'
    | 'smtpUrl'
    | 'smtpRequiresTls'
    | 'mailFrom'
    | 'mailInAddress'
    | 'bitcoinNode'
    | 'ethereumNode'
    | 'ratesUrl'
    | 'coinFields'
    | 'currencyRatesUrl'
    | 'currencyFields'
    | 'marketStream'
    | 'waitScale'
  >
>

export type Services = ReturnType<typeof createServices>

export type ServicesDeps = {
  readonly config: ServicesConfig
  readonly database: Database
  readonly databaseUrl: string
  readonly clock: Clock
  readonly seal: Seal
  readonly onError: (error: unknown) => void
  readonly onAlert: (alert: Alert) => void
  /** For tests. Default: by the configuration. */
  readonly chains?: Chains | undefined
  readonly rateSources?: readonly RateSource[] | undefined
  readonly marketFeed?: MarketFeed | undefined
  readonly payoutChannels?: PayoutChannels | undefined
}

/** Shared by the server and the operator's command. Starts nothing. */
export function createServices({
  config,
  database,
  databaseUrl,
  clock,
  seal,
  onError,
  onAlert,
  ...deps
}: ServicesDeps) {
  const { db, reports, pool } = database
  const { publicUrl, waitScale } = config
  const live = createUserEvents({ pool, connectionString: databaseUrl, onError })
  const jobs = createJobQueue({ connectionString: databaseUrl, onError, waitScale })
  const mailGateway = createMailGateway({
    smtpUrl: config.smtpUrl,
    requiresTls: config.smtpRequiresTls,
    from: config.mailFrom,
  })
  const mail = createMailService({ db, clock, seal, jobs, gateway: mailGateway, publicUrl, waitScale, onError })
  const settings = createSettingsService({ db, clock })
  const alerts = createAlertsService({
    db,
    reports,
    clock,
    mail,
    findDeposits: listAttemptDeposits,
    getSupportEmail: () => settings.getSetting('support_email'),
    onAlert,
  })
  const getAlertHours = () => settings.getSetting('waiting_alert_hours')
  const marks = createMarksService({ db, seal, clock })
  const profile = createProfileService({ db, clock, live, settings })
  const gateway = createProcessorGateway({
    baseUrl: config.sandboxUrl,
    secrets: config,
    clock,
    onUnverifiedReply: (slug, ref, fault) => {
      const alert = { kind: 'reply.unverified', subject: `processor:${slug}`, detail: { ref, fault } } as const
      void alerts.raiseAlert(alert).catch(onError)
    },
    callTimeoutMs: computeCallTimeoutMs(waitScale),
  })
  const providers = {
    card: createProcessorProvider({ gateway, method: 'card' }),
    wallet: createWalletsProvider(createProcessorProvider({ gateway, method: 'wallet' })),
  }
  const deposits = createDepositsService({
    db,
    reports,
    clock,
    newId: randomUUID,
    providers: { ...providers, crypto: cryptoPaymentProvider },
    payouts: createPayoutStop({ mail, publicUrl }),
    notifyDepositChanged: async (deposit) => {
      const { userId, language } = deposit
      // Captured money can change the balance even if the deposit failed.
      const userEvents = deposit.captures.length > 0 ? [{ type: 'user_changed' } as const] : []
      await live.publish(userId, { type: 'deposit', deposit: toDepositView(deposit, language) }, ...userEvents)
    },
    onError,
    waitScale,
  })
  const validation = createValidationService({
    db,
    clock,
    getSettings: async () => toValidationSettings(await settings.getSettings()),
    newCode: () => String(randomInt(10 ** statementCodeDigits)).padStart(statementCodeDigits, '0'),
    publishUser: profile.publishUserChanged,
    alerts,
  })
  const cards = createCardsService({
    db,
    seal,
    marks,
    clock,
    gateway,
    deposits,
    getSettings: async () => toCardSettings(await settings.getSettings()),
    publishUser: profile.publishUserChanged,
    prepareDescriptor: validation.prepareDescriptor,
    publicUrl,
    waitScale,
  })
  const wallets = createWalletsService({
    db,
    marks,
    gateway,
    deposits,
    cards,
    canTopUp: async (user) => {
      const { depositTotal, hasChargeableCard } = toUser(await profile.getUserRecord(user))
      return depositTotal > 0 && hasChargeableCard
    },
    clock,
    getSettings: async () => {
      const current = await settings.getSettings()
      return { ...toCardSettings(current), skrillExcludedCountries: current.skrill_excluded_countries }
    },
    publicUrl,
    waitScale,
  })
  const chains = deps.chains ?? createChains(config)
  const sourceUrls = [
    { url: config.ratesUrl ?? `${config.sandboxUrl}/rates`, fields: config.coinFields },
    ...(config.currencyRatesUrl === null ? [] : [{ url: config.currencyRatesUrl, fields: config.currencyFields }]),
  ]
  const rateSources = deps.rateSources ?? sourceUrls.map((from) => createJsonRateSource({ ...from, clock }))
  // Those of the sandbox follow our own prices.
  const outsideSources = rateSources.filter(
    (_, index) => sourceUrls[index]?.url.startsWith(config.sandboxUrl) === false,
  )
  const rates = createRatesService({
    db,
    clock,
    sources: rateSources,
    getSettings: async () => toRateSettings(await settings.getSettings()),
    alerts,
    onError,
  })
  const crypto = createCryptoService({
    isCodeRequired: validation.isCodeRequired,
    db,
    clock,
    newId: randomUUID,
    chains,
    sandboxUrl: config.sandboxUrl,
    rates,
    deposits,
    live,
    getSettings: async () => toCryptoSettings(await settings.getSettings()),
    onError,
  })
  const getTradingSettings = async () => toTradingSettings(await settings.getSettings())
  const marketDays = createMarketDayStore({
    db,
    seal,
    clock,
    readStartRates: () => rates.fetchFreshRates(outsideSources),
  })
  const marketQuotes = createMarketQuoteStore(db)
  const { marketStream } = config
  const marketFeed =
    deps.marketFeed ??
    (marketStream
      ? createStreamFeed({ ...marketStream, store: marketQuotes, clock, holder: randomUUID(), onError })
      : createSimulatedFeed({ store: marketDays, clock, onError }))
  const trading = createTradingService({
    isCodeRequired: validation.isCodeRequired,
    db,
    reports,
    live,
    onError,
    feed: marketFeed,
    clock,
    getSettings: getTradingSettings,
    listCurrencyRates: rates.listCurrencyRates,
  })
  const tournaments = createTournamentsService({
    db,
    clock,
    live,
    mail,
    publicUrl,
    alerts,
    getSettings: async () => toPrizeSettings(await settings.getSettings()),
    listCurrencyRates: rates.listCurrencyRates,
    onError,
  })
  const withdrawal = createWithdrawalService({
    isCodeRequired: validation.isCodeRequired,
    db,
    reports,
    clock,
    seal,
    marks,
    mail,
    publicUrl,
    newId: randomUUID,
    channels:
      deps.payoutChannels ??
      createPayoutChannels({
        gateway,
        refundCharge: providers.card.refundCharge,
        isBitcoinTestNetwork: isBitcoinTestNetwork(config.bitcoinNode),
      }),
    publishUser: profile.publishUserChanged,
    getSettings: async () => toWithdrawalSettings(await settings.getSettings()),
    onError,
    waitScale,
  })
  const feedFetcher = createDocumentFetcher({ trustedOrigin: new URL(config.sandboxUrl).origin })
  const news = createNewsService({
    db,
    clock,
    fetcher: feedFetcher,
    parseFeed,
    sandboxUrl: config.sandboxUrl,
    getSettings: async () => toNewsSettings(await settings.getSettings(), config.sandboxUrl),
    onError,
    waitScale,
  })
  const notices = createNoticeService({
    db,
    clock,
    mail,
    publicUrl,
    getSettings: async () => ({
      statementName: await settings.getSetting('statement_name'),
      refundDays: await settings.getSetting('refund_days'),
    }),
    onError,
  })
  const blobs = createBlobStores(db, config.s3 ? createS3BlobStore(config.s3) : null)
  const redrawer = createFileRedrawer({ onError })
  const documents = createDocumentsService({
    db,
    seal,
    clock,
    blobs,
    newId: randomUUID,
    redrawer,
    mail,
    publicUrl,
    publishUser: profile.publishUserChanged,
    onError,
  })

  const support = createSupportService({
    db,
    reports,
    clock,
    seal,
    blobs,
    newId: randomUUID,
    redrawer,
    mail,
    live,
    publicUrl,
    replyAddress: config.mailInAddress,
    getSettings: settings.getSettings,
    references: {
      deposit: async (userId, id) => (await deposits.store.findById(userId, id)) !== null,
      trade: trading.hasTrade,
      withdrawal: withdrawal.hasWithdrawal,
    },
    onError,
  })

  return {
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
    deposits,
    alerts,
    notices,
    documents,
    support,
    marketFeed,
    marketDays,
    trading,
    tournaments,
    withdrawal,
    ladderTokens: createLadderTokens({ seal, clock }),
    checkSums: createCheckSums({ reports, alerts }),
    checkWaitingDocuments: createCheckWaitingDocuments({ db, clock, getAlertHours, alerts }),
    checkWaitingWithdrawals: createCheckWaitingWithdrawals({ db, clock, getAlertHours, alerts }),
    checkOpenTrades: createCheckOpenTrades({ db, clock, alerts }),
    checkMarket: createCheckMarket({
      feed: marketFeed,
      clock,
      getSettings: getTradingSettings,
      alerts,
      onError,
    }),
    news,
    signals: createSignalsService({ db, clock, feed: marketFeed, live, onError }),
    pages: createPagesService({
      db,
      clock,
      getSettings: async () => {
        const { card_day_limit, card_number_days, refund_days, sale_fee_percent, ...others } =
          await settings.getSettings()
        return {
          cardDayLimit: card_day_limit,
          turnoverFactor: others.bonus_turnover_factor,
          releaseFactor: others.bonus_release_factor,
          depositTurnoverFactor: others.deposit_turnover_factor,
          tiers: others.tiers,
          refundDays: refund_days,
          cardNumberDays: card_number_days,
          saleFeePercent: sale_fee_percent,
          riskFreePercent: others.risk_free_percent,
        }
      },
    }),
    telemetry: createTelemetryService({ db, clock }),
    /** Waits for jobs; leaves the database open. */
    close: async (): Promise<void> => {
      await Promise.allSettled([jobs.stop(), live.stop()])
      await deposits.close()
      await withdrawal.close()
      documents.close()
      gateway.close()
      for (const source of rateSources) source.close()
      feedFetcher.close()
      await marketFeed.stop()
      for (const chain of Object.values(chains)) chain.close()
      blobs.close()
      await mailGateway.close()
    },
  }
}
