import { randomUUID } from 'node:crypto'

import { computeCallTimeoutMs } from '@tradefront/rules/time/retry-schedule'

import type { AppConfig, AppContext } from './context.ts'
import { createChains, isBitcoinTestNetwork } from './gateways/chains/create-chains.ts'
import { createDocumentFetcher } from './gateways/feeds/document-fetcher.ts'
import { createMailGateway } from './gateways/mail-gateway.ts'
import { createSimulatedFeed } from './gateways/market/simulated-feed.ts'
import { createStreamFeed } from './gateways/market/stream-feed.ts'
import { createPayoutChannels } from './gateways/payouts/create-payout-channels.ts'
import { createProcessorGateway } from './gateways/processor-gateway.ts'
import { createJsonRateSource } from './gateways/rates/json-rate-source.ts'
import { createS3BlobStore } from './gateways/s3-blob-store.ts'
import { createFileRedrawer } from './modules/documents/redraw-file.ts'
import { createSettingsService } from './modules/settings/service.ts'
import { createMarketDayStore, createMarketQuoteStore } from './modules/trading/service.ts'
import { createSeal } from './platform/crypto/seal.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { createCountryDetector } from './platform/http/geo-country.ts'
import { createJobQueue } from './platform/jobs/job-queue.ts'
import { createRounds } from './platform/jobs/rounds.ts'
import { createUserEvents } from './platform/realtime/user-events.ts'
import { createBlobStores } from './platform/storage/blob-store.ts'
import { createUploadSlots } from './platform/uploads/upload-slots.ts'
import { bind } from './bind.ts'
import { createPlatformGateway } from './gateways/platform-gateway.ts'
import { createPasswordHasher, createThrottle, type PasswordHasher } from './modules/auth/service.ts'
import { answerPoll, createProcessorProvider, getCardSettings, topUpSavedCard } from './modules/cards/service.ts'
import { createCryptoService, cryptoPaymentProvider, toCryptoSettings } from './modules/crypto/service.ts'
import { type Alert, createAlertsService, raiseAlert } from './modules/alerts/service.ts'
import {
  announceResult,
  applyResult,
  createDepositBatches,
  createNoticeService,
  creditReceipt,
  endInvoice,
  findDepositByReference,
  listAttemptDeposits,
  openDeposit,
  submitClaim,
} from './modules/deposits/service.ts'
import { sendMail } from './modules/mail/service.ts'
import * as marksFunctions from './modules/marks/service.ts'
import { getUserRecord } from './modules/profile/service.ts'
import * as rateFunctions from './modules/rates/service.ts'
import { isCodeRequired } from './modules/validation/service.ts'
import { createWalletsProvider, createWalletsService } from './modules/wallets/service.ts'
import { payoutStop, stopMoneyOut } from './modules/withdrawal/service.ts'
import { toUser } from '@tradefront/contract/domain/profile'
import { setTimeout as sleep } from 'node:timers/promises'

export type ContextOptions = {
  readonly config: Omit<AppConfig, 'isHttps'>
  readonly secretKey: string
  readonly database: Database
  readonly databaseUrl: string
  readonly clock: Clock
  readonly onError: (error: unknown) => void
  /** Called once per alert, on one server. */
  readonly onAlert: (alert: Alert) => void
  /** For tests: what is not created from the configuration. */
  readonly replaced?: Partial<Pick<AppContext, 'chains' | 'rateSources' | 'market' | 'payoutChannels'>>
  readonly sleep?: (ms: number) => Promise<void>
  readonly passwordHasher?: PasswordHasher | undefined
}

export type OpenContext = {
  readonly context: AppContext
  /** Waits for jobs; leaves the database open. */
  readonly close: () => Promise<void>
}

/** Creates what all use cases share, for the server and the operator's command. Starts nothing. */
export function createContext(options: ContextOptions): OpenContext {
  const { database, databaseUrl, clock, onError, replaced = {} } = options
  const { db, reports, pool } = database
  const config = { ...options.config, isHttps: options.config.publicUrl.startsWith('https:') }
  const { publicUrl, sandboxUrl, waitScale } = config
  const seal = createSeal(options.secretKey)
  const processors = createProcessorGateway({
    baseUrl: sandboxUrl,
    secrets: config,
    clock,
    onUnverifiedReply: (slug, ref, fault) => {
      const alert = { kind: 'reply.unverified', subject: `processor:${slug}`, detail: { ref, fault } } as const
      void raiseAlert(db, alert, clock.now()).catch(onError)
    },
    callTimeoutMs: computeCallTimeoutMs(waitScale),
  })
  const providers = {
    card: createProcessorProvider({ gateway: processors, method: 'card' }),
    wallet: createWalletsProvider(createProcessorProvider({ gateway: processors, method: 'wallet' })),
    crypto: cryptoPaymentProvider,
  }
  const sourceUrls = [
    { url: config.ratesUrl ?? `${sandboxUrl}/rates`, fields: config.coinFields },
    ...(config.currencyRatesUrl === null ? [] : [{ url: config.currencyRatesUrl, fields: config.currencyFields }]),
  ]
  const rateSources = replaced.rateSources ?? sourceUrls.map((from) => createJsonRateSource({ ...from, clock }))
  // The rates of the sandbox follow our own prices, so they are left out.
  const outsideSources = rateSources.filter((_, index) => sourceUrls[index]?.url.startsWith(sandboxUrl) === false)
  const { marketStream } = config
  const market =
    replaced.market ??
    (marketStream
      ? createStreamFeed({ ...marketStream, store: createMarketQuoteStore(db), clock, holder: randomUUID(), onError })
      : createSimulatedFeed({
          store: createMarketDayStore({
            db,
            seal,
            clock,
            readStartRates: () => rateFunctions.fetchFreshRates(context, outsideSources),
          }),
          clock,
          onError,
        }))
  const context: AppContext = {
    config,
    db,
    reports,
    clock,
    seal,
    newId: randomUUID,
    live: createUserEvents({ pool, connectionString: databaseUrl, onError }),
    jobs: createJobQueue({ connectionString: databaseUrl, onError, waitScale }),
    rounds: createRounds(onError),
    settings: createSettingsService({ db, clock }),
    onError,
    detectCountry: createCountryDetector(config.countryHeader),
    uploadSlots: createUploadSlots(),
    redrawer: createFileRedrawer({ onError }),
    blobs: createBlobStores(db, config.s3 ? createS3BlobStore(config.s3) : null),
    market,
    rateSources,
    chains: replaced.chains ?? createChains(config),
    payoutChannels:
      replaced.payoutChannels ??
      createPayoutChannels({
        gateway: processors,
        refundCharge: providers.card.refundCharge,
        isBitcoinTestNetwork: isBitcoinTestNetwork(config.bitcoinNode),
      }),
    processors,
    providers,
    depositBatches: createDepositBatches(db),
    payoutStop,
    feeds: createDocumentFetcher({ trustedOrigin: new URL(sandboxUrl).origin }),
    mailGateway: createMailGateway({
      smtpUrl: config.smtpUrl,
      requiresTls: config.smtpRequiresTls,
      from: config.mailFrom,
    }),
    platformGateway: createPlatformGateway(),
    passwordHasher: options.passwordHasher ?? createPasswordHasher(),
    throttle: createThrottle({
      db,
      now: clock.now,
      sleep: options.sleep ?? ((ms) => sleep(ms)),
    }),
    stopMoneyOut: (trx, userId, since) => stopMoneyOut(context, trx, userId, since),
    get services() {
      return services
    },
  }
  const { settings, live } = context
  const mail = bind(context, { send: sendMail })
  const marks = bind(context, marksFunctions)
  const deposits = bind(context, {
    openDeposit,
    applyResult,
    creditReceipt,
    endInvoice,
    submitClaim,
    onResultApplied: announceResult,
    findByAttemptReference: findDepositByReference,
  })
  const cards = bind(context, { answerPoll, topUpSavedCard })
  const services: AppContext['services'] = {
    deposits,
    cards,
    wallets: createWalletsService({
      context,
      db,
      marks,
      deposits,
      cards,
      canTopUp: async (user) => {
        const { depositTotal, hasChargeableCard } = toUser(await getUserRecord(context, user))
        return depositTotal > 0 && hasChargeableCard
      },
      clock,
      getSettings: async () => {
        const skrillExcludedCountries = await settings.getSetting('skrill_excluded_countries')
        return { ...(await getCardSettings(context)), skrillExcludedCountries }
      },
      publicUrl,
    }),
    crypto: createCryptoService({
      isCodeRequired: (reader, userId) => isCodeRequired(context, reader, userId),
      db,
      clock,
      newId: randomUUID,
      chains: context.chains,
      sandboxUrl,
      rates: bind(context, rateFunctions),
      deposits,
      live,
      getSettings: async () => toCryptoSettings(await settings.getSettings()),
      onError,
    }),
    alerts: createAlertsService({
      findDeposits: listAttemptDeposits,
      db,
      reports,
      clock,
      mail,
      getSupportEmail: () => settings.getSetting('support_email'),
      onAlert: options.onAlert,
    }),
    notices: createNoticeService({
      db,
      clock,
      mail,
      publicUrl,
      getSettings: async () => ({
        statementName: await settings.getSetting('statement_name'),
        refundDays: await settings.getSetting('refund_days'),
      }),
      onError,
    }),
  }
  return {
    context,
    close: async () => {
      await Promise.allSettled([context.jobs.stop(), live.stop()])
      await context.rounds.waitForRounds()
      context.redrawer.stop()
      processors.close()
      context.platformGateway.close()
      for (const source of rateSources) source.close()
      context.feeds.close()
      await market.stop()
      for (const chain of Object.values(context.chains)) chain.close()
      context.blobs.close()
      await context.mailGateway.close()
    },
  }
}
