import type { InvoiceView } from '@tradefront/contract/crypto'
import { type InvoiceCoin, invoiceCoins, parseCoinAmount } from '@tradefront/rules/crypto/coins'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import { ChainError, type ChainNetwork } from '../../gateways/chains/chain.ts'
import type { Chains } from '../../gateways/chains/create-chains.ts'
import type { RateSource } from '../../gateways/rates/rate-source.ts'
import { type Clock, minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import type { UserEvents } from '../../platform/realtime/user-events.ts'
import type { DepositsService } from '../deposits/service.ts'
import { createChainStore } from './chain-store.ts'
import { createCreateInvoice, type InvoiceRequest } from './create-invoice.ts'
import type { CryptoSettings } from './crypto-settings.ts'
import { createInvoiceStore, type InvoiceWithReceipts } from './invoice-store.ts'
import { toInvoiceView } from './invoice-view.ts'
import { buildOutputReference } from './invoice.ts'
import { createCoinRates } from './rates.ts'
import { createSettleInvoices } from './settle-invoices.ts'
import { createWatchChain } from './watch-chain.ts'

export { cryptoPaymentProvider } from './crypto-payment-provider.ts'
export { toCryptoSettings } from './crypto-settings.ts'

export type CryptoDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly newId: () => string
  readonly chains: Chains
  /** Of the test wallets for simulated chains. */
  readonly sandboxUrl: string
  readonly rateSource: RateSource
  readonly deposits: DepositsService
  readonly live: Pick<UserEvents, 'publish'>
  readonly getSettings: () => Promise<CryptoSettings>
  readonly onError: (error: unknown) => void
}

const maxListed = 20
/** More would have one cause. */
const maxDifferences = 100
const ratesAlert = { kind: 'crypto.rates_stale', subject: 'rates' } as const
const lostAlert = 'crypto.credited_lost'
const alertAfterMs = 5 * minuteMs

export type CryptoService = ReturnType<typeof createCryptoService>

/** Invoices in coins. */
export function createCryptoService(deps: CryptoDeps) {
  const { db, clock, chains, deposits, live, getSettings, onError } = deps
  const store = createInvoiceStore(db)
  const chainStore = createChainStore(db)
  const rates = createCoinRates({ db, clock, source: deps.rateSource, getSettings })
  const { findRate } = rates
  /** Null: unknown after the start. */
  let areRatesFailing: boolean | null = null
  /** Unknown after the start. */
  const hadLost = new Map<InvoiceCoin, boolean>()
  const failingSince = new Map<InvoiceCoin, number>()
  const networks = new Map<InvoiceCoin, Promise<ChainNetwork>>()
  const createInvoice = createCreateInvoice({ ...deps, store, findRate })
  const settle = createSettleInvoices({ ...deps, store, findRate, onChanged: publishInvoices })
  const watchers = invoiceCoins.map((coin) => ({
    coin,
    watcher: createWatchChain({
      ...deps,
      store: chainStore,
      chain: chains[coin],
      onChanged: publishInvoices,
    }),
  }))

  return {
    /** Each credited payment is one capture, and the reverse. */
    async compareReceipts(): Promise<void> {
      for (const output of await store.listDifferences(maxDifferences))
        await deposits.raiseAlert({ kind: 'crypto.differs', subject: `output:${output}` })
    },

    /** The first failure of an outage is logged; when invoices are refused, there is an alert. */
    async updateRates(): Promise<void> {
      try {
        await rates.updateRates()
      } catch (error) {
        if (!areRatesFailing) onError(error)
        areRatesFailing = true
        if ((await findRate('BTC', 'USD')) === null || (await findRate('ETH', 'USD')) === null)
          await deposits.raiseAlert(ratesAlert)
        return
      }
      if (areRatesFailing !== false) await deposits.withdrawAlert(ratesAlert)
      areRatesFailing = false
    },

    listRates: rates.listRates,

    async createInvoice(
      user: SessionUser,
      coin: InvoiceCoin,
      request: InvoiceRequest,
      idempotencyKey: string | null,
    ): Promise<Result<InvoiceView>> {
      const created = await createInvoice(user, coin, request, idempotencyKey)
      return created.ok ? ok(await buildView(created.value)) : created
    },

    /** @throws AppError (404) for the invoice of another trader or coin */
    async findInvoice(userId: number, coin: InvoiceCoin, guid: string): Promise<InvoiceView> {
      const invoice = await store.findInvoice(guid)
      if (invoice === null || invoice.userId !== userId || invoice.coin !== coin) throw new AppError('errors.not_found')
      return buildView(invoice)
    },

    listInvoices: async (userId: number): Promise<InvoiceView[]> =>
      Promise.all((await store.listRecentInvoices(userId, maxListed)).map(buildView)),

    /** For the latest open bitcoin invoice. @param text decimal text in bitcoin */
    async saveExpectedPayment(
      userId: number,
      text: string,
    ): Promise<Result<void, 'crypto.no_invoice' | 'errors.field_invalid'>> {
      const expected = parseCoinAmount(text, 'BTC')
      if (expected === null || expected === 0n) return refuse('errors.field_invalid')
      return (await store.setExpected(userId, 'BTC', expected)) ? ok() : refuse('crypto.no_invoice')
    },

    /** One chain that does not answer does not hold up the other. Safe to run on every server at once. */
    async watchChains(): Promise<void> {
      await Promise.all(
        watchers.map(async ({ coin, watcher }) => {
          try {
            await watchOne(coin, watcher)
            await recordAnswer(coin)
          } catch (error) {
            await recordFailure(coin, error)
          }
        }),
      )
    },
  }

  async function watchOne(coin: InvoiceCoin, watcher: (typeof watchers)[number]['watcher']): Promise<void> {
    if (!(await watcher.readChain())) return
    await settle.settleInvoices(coin)
    await reportLost(coin)
  }

  /** The first failure of an outage is logged; a long one raises an alert. */
  async function recordFailure(coin: InvoiceCoin, error: unknown): Promise<void> {
    const nowMs = clock.now().getTime()
    const failingSinceMs = failingSince.get(coin)
    if (failingSinceMs === undefined) failingSince.set(coin, nowMs)
    if (failingSinceMs === undefined || !(error instanceof ChainError)) onError(error)
    else if (nowMs - failingSinceMs >= alertAfterMs)
      await deposits.raiseAlert({ kind: 'crypto.node_silent', subject: `chain:${coin}` }).catch(onError)
  }

  async function recordAnswer(coin: InvoiceCoin): Promise<void> {
    if (failingSince.delete(coin))
      await deposits.withdrawAlert({ kind: 'crypto.node_silent', subject: `chain:${coin}` })
  }

  /** Money was credited for a payment that the chain no longer has: an operator decides. Ends when it is found again or reversed. */
  async function reportLost(coin: InvoiceCoin): Promise<void> {
    const lost = await chainStore.listLost(coin)
    for (const receipt of lost)
      await deposits.raiseAlert({
        kind: lostAlert,
        subject: `${coin}/${receipt.guid}`,
        detail: { output: buildOutputReference(receipt) },
      })
    if (lost.length > 0 || hadLost.get(coin) !== false)
      await deposits.withdrawOtherAlerts(
        lostAlert,
        `${coin}/`,
        lost.map(({ guid }) => `${coin}/${guid}`),
      )
    hadLost.set(coin, lost.length > 0)
  }

  /** Never throws: browsers get the same by a call. */
  async function publishInvoices(guids: readonly string[]): Promise<void> {
    if (guids.length === 0) return
    try {
      const invoices = await store.findInvoices(guids)
      await Promise.all(
        invoices.map(async (invoice) =>
          live.publish(invoice.userId, { type: 'invoice', invoice: await buildView(invoice) }),
        ),
      )
    } catch (error) {
      onError(error)
    }
  }

  async function buildView(invoice: InvoiceWithReceipts): Promise<InvoiceView> {
    const [deposit, height, network] = await Promise.all([
      deposits.store.findByAttemptReference(invoice.guid),
      store.getScannedHeight(invoice.coin),
      findNetwork(invoice.coin),
    ])
    if (deposit === null) throw new Error('invariant: an invoice has its deposit')
    const walletUrl = network === 'simulated' ? `${deps.sandboxUrl}/wallet/${invoice.coin.toLowerCase()}` : null
    return toInvoiceView(invoice, deposit, height, { isTest: network !== 'main', walletUrl }, clock.now())
  }

  /** Asked once; again after a failure. A chain that we cannot ask is not called a test. */
  async function findNetwork(coin: InvoiceCoin): Promise<ChainNetwork> {
    const network = networks.get(coin) ?? chains[coin].getNetwork()
    networks.set(coin, network)
    try {
      return await network
    } catch {
      networks.delete(coin)
      return 'main'
    }
  }
}
