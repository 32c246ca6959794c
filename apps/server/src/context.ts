import type { ActionInput, OperatorActionName, SealedReadKind } from '@tradefront/contract/operator-actions'
import type { Result } from '@tradefront/rules/result'
import type { FastifyInstance } from 'fastify'

import type { ChainNetworks } from './gateways/chains/chain-networks.ts'
import type { Chains } from './gateways/chains/create-chains.ts'
import type { DocumentFetcher } from './gateways/feeds/document-fetcher.ts'
import type { LogWitnessGateway } from './gateways/log-witness-gateway.ts'
import type { MailGateway } from './gateways/mail-gateway.ts'
import type { MarketFeed } from './gateways/market/market-feed.ts'
import type { PayoutChannels } from './gateways/payouts/payout-channel.ts'
import type { PlatformGateway } from './gateways/platform-gateway.ts'
import type { ProcessorGateway } from './gateways/processor-gateway.ts'
import type { PushGateway } from './gateways/push-gateway.ts'
import type { RateSource } from './gateways/rates/rate-source.ts'
import type { PasswordHasher, Throttle } from './modules/auth/service.ts'
import type { Alert } from './modules/alerts/service.ts'
import type { DepositBatches, PaymentProviders, PayoutStop } from './modules/deposits/service.ts'
import type { FileRedrawer } from './modules/documents/service.ts'
import type { SettingsService } from './modules/settings/service.ts'
import type { Operator } from './platform/audit.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import type { Seal } from './platform/crypto/seal.ts'
import type { ClockCheck } from './platform/database/clock-check.ts'
import type { Db } from './platform/database/database.ts'
import type { CountryDetector } from './platform/http/geo-country.ts'
import type { Measure } from './platform/metrics/measures.ts'
import type { JobDefinition } from './platform/jobs/job.ts'
import type { JobQueue } from './platform/jobs/job-queue.ts'
import type { Rounds } from './platform/jobs/rounds.ts'
import type { UserEvents } from './platform/realtime/user-events.ts'
import type { QuarantineReader } from './platform/recovery/quarantine.ts'
import type { ServerBeats } from './platform/recovery/server-beats.ts'
import type { BlobStores } from './platform/storage/blob-store.ts'
import type { UploadSlots } from './platform/uploads/upload-slots.ts'

/** What use cases run with. A use case is a function of it: `buyTrade(context, user, request)`. */
export type AppContext = {
  readonly config: AppConfig
  readonly db: Db
  /** Connections apart from those of `db`, for long reads. */
  readonly reports: Db
  readonly clock: Clock
  readonly clockCheck: ClockCheck
  readonly quarantine: QuarantineReader
  readonly beats: ServerBeats
  readonly seal: Seal
  /** A random UUID. */
  readonly newId: () => string
  /** Draws a whole number from `from` to below `below` by chance. */
  readonly drawInt: (from: number, below: number) => number
  /** Events for the browsers of traders. */
  readonly live: UserEvents
  readonly jobs: JobQueue
  readonly rounds: Rounds
  readonly settings: SettingsService
  /** Reports failures of background work. Never throws. */
  readonly onError: (error: unknown) => void
  /** Called once per alert, on one server. */
  readonly onAlert: (alert: Alert) => void
  /** Handlers of the desk's actions, of all modules. */
  readonly actions: ActionHandlers
  /** Handlers that unseal documents and tickets for operators, of all modules. */
  readonly sealedReaders: SealedReaders
  readonly detectCountry: CountryDetector
  readonly uploadSlots: UploadSlots
  readonly redrawer: FileRedrawer
  readonly blobs: BlobStores
  readonly market: MarketFeed
  /** In production without a source for currencies, this has only the one for coins. */
  readonly rateSources: readonly RateSource[]
  readonly chains: Chains
  readonly chainNetworks: ChainNetworks
  readonly payoutChannels: PayoutChannels
  readonly processors: ProcessorGateway
  readonly providers: PaymentProviders
  readonly depositBatches: DepositBatches
  /** Implemented by the module of withdrawals, which imports deposits. */
  readonly payoutStop: PayoutStop
  readonly feeds: DocumentFetcher
  readonly mailGateway: MailGateway
  readonly logWitnessGateway: LogWitnessGateway
  readonly pushGateway: PushGateway
  /** Another trading platform. */
  readonly platformGateway: PlatformGateway
  readonly passwordHasher: PasswordHasher
  /** Slows down guessing of passwords. */
  readonly throttle: Throttle
  /** Returns whether an offer can be made with a promo code. Settings cannot import the module of promo codes, which reads them. */
  readonly canOfferCode: (code: string) => Promise<boolean>
  /** Rejects payouts that wait and were requested since then, with the context of `trx`. */
  readonly stopMoneyOut: (trx: Db, userId: number, since: Date) => Promise<void>
}

/** `publicUrl` is the address for browsers and processors. If it is empty, mails have no links. */
export type AppConfig = {
  readonly publicUrl: string
  readonly isHttps: boolean
  /** How often sockets are pinged. */
  readonly pingMs?: number
} & Readonly<
  Pick<
    Config,
    | 's3'
    | 'sandboxUrl'
    | 'sandboxParts'
    | 'processorsUrl'
    | 'payoutsUrl'
    | 'sandboxSecret'
    | 'processorSecrets'
    | 'chatUrl'
    | 'chatSecret'
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
    | 'beaconUrls'
    | 'marketStream'
    | 'logWitnesses'
    | 'waitScale'
    | 'requestsPerMinute'
    | 'countryHeader'
    | 'webDir'
    | 'deskUrl'
    | 'backupDir'
    | 'servedLocales'
  >
>

/** A module of the server. Its use cases are called as functions. */
export type ServerModule = {
  readonly routes?: readonly Routes[]
  readonly jobs?: readonly JobDefinition<AppContext>[]
  /** Handlers of the actions that operators order at the desk. */
  readonly actions?: ActionHandlers
  /** Handlers that unseal what operators read at the desk. */
  readonly sealedReaders?: SealedReaders
  /** What it measures in its tables. */
  readonly measures?: readonly Measure[]
}

/**
 * `signers` says how many operators have signed the command. Its id goes into the audit entry, which proves that it was signed and done
 * once.
 */
export type Signers = Operator & { readonly commandId: string; readonly signers: number }

/** Does a command. @returns `needs_second` if two must sign it for another reason than its amount */
export type ActionHandler<N extends OperatorActionName> = (
  context: AppContext,
  input: ActionInput<N>,
  by: Signers,
) => Promise<Result | 'needs_second'>

export type ActionHandlers = { readonly [N in OperatorActionName]?: ActionHandler<N> }

/** Unseals the subjects of a read, in parts: the pages of a file, or a JSON text. @returns null if it is gone @throws AppError */
export type SealedReader = (context: AppContext, subjects: readonly string[]) => Promise<readonly Uint8Array[] | null>

export type SealedReaders = { readonly [Kind in SealedReadKind]?: SealedReader }

export type Routes = (app: FastifyInstance, context: AppContext) => void | Promise<void>
