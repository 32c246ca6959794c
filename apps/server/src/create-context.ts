import { randomInt, randomUUID } from 'node:crypto'

import { computeCallTimeoutMs } from '@tradefront/rules/time/retry-schedule'

import type { AppConfig, AppContext } from './context.ts'
import { createChainNetworks } from './gateways/chains/chain-networks.ts'
import { createChains, isBitcoinTestNetwork } from './gateways/chains/create-chains.ts'
import { createDocumentFetcher } from './gateways/feeds/document-fetcher.ts'
import { createLogWitnessGateway } from './gateways/log-witness-gateway.ts'
import { createMailGateway } from './gateways/mail-gateway.ts'
import { createBeaconAccess } from './gateways/beacon/beacon-access.ts'
import { createStreamFeed } from './gateways/market/stream-feed.ts'
import { createWalkFeed } from './gateways/market/walk-feed.ts'
import { createPayoutChannels } from './gateways/payouts/create-payout-channels.ts'
import { createPushGateway } from './gateways/push-gateway.ts'
import { createProcessorGateway, type ProviderCall } from './gateways/processor-gateway.ts'
import { createJsonRateSource } from './gateways/rates/json-rate-source.ts'
import { createS3BlobStore } from './gateways/s3-blob-store.ts'
import { createFileRedrawer } from './modules/documents/redraw-file.ts'
import { createSettingsService } from './modules/settings/service.ts'
import { createMarketQuoteStore, createWalkStore } from './modules/trading/service.ts'
import { createSeal } from './platform/crypto/seal.ts'
import type { Clock } from './platform/clock.ts'
import { createClockCheck } from './platform/database/clock-check.ts'
import type { Database } from './platform/database/database.ts'
import { createCountryDetector } from './platform/http/geo-country.ts'
import { createJobQueue } from './platform/jobs/job-queue.ts'
import { createRounds } from './platform/jobs/rounds.ts'
import { createUserEvents } from './platform/realtime/user-events.ts'
import { createQuarantineReader } from './platform/recovery/quarantine.ts'
import { createServerBeats } from './platform/recovery/server-beats.ts'
import { createBlobStores } from './platform/storage/blob-store.ts'
import { createUploadSlots } from './platform/uploads/upload-slots.ts'
import { createPlatformGateway } from './gateways/platform-gateway.ts'
import { createPasswordHasher, createThrottle, type PasswordHasher } from './modules/auth/service.ts'
import { createProcessorProvider } from './modules/cards/service.ts'
import { cryptoPaymentProvider } from './modules/crypto/service.ts'
import { raiseAlert } from './modules/alerts/service.ts'
import { createDepositBatches } from './modules/deposits/service.ts'
import { fetchFreshRates } from './modules/rates/service.ts'
import { createWalletsProvider } from './modules/wallets/service.ts'
import { canOfferCode } from './modules/promo/service.ts'
import { createAccessFinder } from './modules/providers/service.ts'
import { payoutStop, stopMoneyOut } from './modules/withdrawal/service.ts'
import { setTimeout as sleep } from 'node:timers/promises'

export type ContextOptions = {
  readonly config: Omit<AppConfig, 'isHttps'>
  readonly secretKey: string
  readonly database: Database
  readonly databaseUrl: string
  readonly clock: Clock
  readonly onError: (error: unknown) => void
  readonly onAlert: AppContext['onAlert']
  readonly onProviderCall?: (call: ProviderCall) => void
  /** Default: none, for the operator's command. */
  readonly actions?: AppContext['actions']
  readonly sealedReaders?: AppContext['sealedReaders']
  /** Replaces parts that are created from the configuration, for tests. */
  readonly replaced?: Partial<Pick<AppContext, 'chains' | 'drawInt' | 'rateSources' | 'market' | 'payoutChannels'>>
  readonly sleep?: (ms: number) => Promise<void>
  readonly passwordHasher?: PasswordHasher
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
  const { sandboxUrl, waitScale } = config
  const seal = createSeal(options.secretKey)
  const raiseUnverified = (subject: string, detail: Readonly<Record<string, string | number>>) =>
    void raiseAlert(db, { kind: 'reply.unverified', subject, detail }, clock.now()).catch(onError)
  const processors = createProcessorGateway({
    findAccess: createAccessFinder({ db, seal, clock, config, onError }),
    clock,
    onUnverifiedReply: (slug, ref, fault) => raiseUnverified(`processor:${slug}`, { ref, fault }),
    callTimeoutMs: computeCallTimeoutMs(waitScale),
    onCall: options.onProviderCall,
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
  const clockCheck = createClockCheck(db, clock)
  const market =
    replaced.market ??
    (marketStream
      ? createStreamFeed({
          ...marketStream,
          store: createMarketQuoteStore(db),
          clock,
          getClockDifference: () => clockCheck.getDifference() ?? 0,
          holder: randomUUID(),
          onError,
        })
      : createWalkFeed({
          holder: randomUUID(),
          beacon: createBeaconAccess({
            urls: config.beaconUrls,
            sandboxUrl,
            sandboxSecret: config.sandboxSecret,
            onWrongRound: (origin, round) => raiseUnverified(`beacon:${origin}`, { round }),
          }),
          store: createWalkStore({
            db,
            seal,
            clock,
            readStartRates: () => fetchFreshRates(context, outsideSources),
          }),
          clock,
          onError,
        }))
  const chains = replaced.chains ?? createChains(config)
  const context: AppContext = {
    config,
    db,
    reports,
    clock,
    clockCheck,
    quarantine: createQuarantineReader(db, clock),
    beats: createServerBeats(db, randomUUID()),
    seal,
    newId: randomUUID,
    drawInt: replaced.drawInt ?? randomInt,
    live: createUserEvents({ pool, connectionString: databaseUrl, onError }),
    jobs: createJobQueue({ connectionString: databaseUrl, onError, waitScale }),
    rounds: createRounds(onError),
    settings: createSettingsService({ db, clock }),
    onError,
    onAlert: options.onAlert,
    actions: options.actions ?? {},
    sealedReaders: options.sealedReaders ?? {},
    detectCountry: createCountryDetector(config.countryHeader),
    uploadSlots: createUploadSlots(),
    redrawer: createFileRedrawer({ onError }),
    blobs: createBlobStores(db, config.s3 ? createS3BlobStore(config.s3) : null),
    market,
    rateSources,
    chains,
    chainNetworks: createChainNetworks(chains),
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
    logWitnessGateway: createLogWitnessGateway(),
    pushGateway: createPushGateway({ sandboxUrl }),
    platformGateway: createPlatformGateway(),
    passwordHasher: options.passwordHasher ?? createPasswordHasher(),
    throttle: createThrottle({
      db,
      now: clock.now,
      sleep: options.sleep ?? ((ms) => sleep(ms)),
    }),
    canOfferCode: (code) => canOfferCode(context, code),
    stopMoneyOut: (trx, userId, since) => stopMoneyOut(context, trx, userId, since),
  }
  return {
    context,
    close: async () => {
      await Promise.allSettled([context.jobs.stop(), context.live.stop()])
      await context.rounds.waitForRounds()
      context.redrawer.stop()
      processors.close()
      context.platformGateway.close()
      for (const source of rateSources) source.close()
      context.feeds.close()
      await market.stop()
      for (const chain of Object.values(chains)) chain.close()
      context.blobs.close()
      await context.logWitnessGateway.close()
      await context.pushGateway.close()
      await context.mailGateway.close()
    },
  }
}
