import type { InvoiceView } from '@tradefront/contract/crypto'
import { parseCoinAmount } from '@tradefront/rules/crypto/coin-amounts'
import { type InvoiceCoin, invoiceCoins } from '@tradefront/rules/crypto/coins'
import type { Currency } from '@tradefront/rules/ledger/money'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import { ChainError } from '../../gateways/chains/chain.ts'
import type { Chains } from '../../gateways/chains/create-chains.ts'
import { type Clock, minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import type { UserEvents } from '../../platform/realtime/user-events.ts'
import type { DepositPromo, DepositsService, DepositWithContext } from '../deposits/service.ts'
import { findExpectedGrant } from '../promo/service.ts'
import type { RatesService } from '../rates/service.ts'
import type { IsCodeRequired } from '../validation/service.ts'
import { createCancelInvoice } from './cancel-invoice.ts'
import { listLost } from './chain-store.ts'
import { createCreateInvoice, type InvoiceRequest } from './create-invoice.ts'
import type { CryptoSettings } from './crypto-settings.ts'
import {
  findInvoice,
  findInvoices,
  getScannedAt,
  getScannedHeight,
  type InvoiceWithReceipts,
  listReceiptDifferences,
  listRecentInvoices,
  setExpected,
} from './invoice-store.ts'
import { type InvoiceChain, toInvoiceView } from './invoice-view.ts'
import { buildOutputReference } from './invoice.ts'
import { createCoinRates } from './rates.ts'
import { createCreditInvoices } from './credit-invoices.ts'
import { createWatchChain } from './watch-chain.ts'

export { cryptoPaymentProvider } from './crypto-payment-provider.ts'
export { toCryptoSettings } from './crypto-settings.ts'

export type CryptoDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly newId: () => string
  readonly chains: Chains
  /** Has the test wallets for simulated chains. */
  readonly sandboxUrl: string
  readonly rates: RatesService
  readonly deposits: DepositsService
  readonly live: Pick<UserEvents, 'publish'>
  readonly getSettings: () => Promise<CryptoSettings>
  readonly isCodeRequired: IsCodeRequired
  readonly onError: (error: unknown) => void
  /** Credited at the same time; the database writes them together. */
  readonly parallelInvoices?: number
}

const maxListed = 20
/** More would have one cause. */
const maxDifferences = 100
const lostAlert = 'crypto.credited_lost'
const alertAfterMs = 5 * minuteMs

export type CryptoService = ReturnType<typeof createCryptoService>

/** Invoices in coins. */
export function createCryptoService(deps: CryptoDeps) {
  const { db, clock, chains, deposits, live, getSettings, onError } = deps
  const { findRate, findRateAt, listRates } = createCoinRates(deps)
  const failing = new Set<InvoiceCoin>()
  /** Unknown after the start. */
  const wereBehind = new Map<InvoiceCoin, boolean>()
  const startedAt = clock.now()
  const chainFacts = new Map<InvoiceCoin, Promise<InvoiceChain>>()
  const networkNames = new Map<InvoiceCoin, string>()
  const createInvoice = createCreateInvoice({ ...deps, findRate, findNetworkName })
  const cancelInvoice = createCancelInvoice({ db, deposits, onChanged: publishInvoices })
  const crediting = createCreditInvoices({ ...deps, findRateAt, onChanged: publishInvoices })
  const watchers = invoiceCoins.map((coin) => ({
    coin,
    watcher: createWatchChain({
      ...deps,
      chain: chains[coin],
      readNetworkName: () => readNetworkName(coin),
      onNetworkChanged: () => deposits.raiseAlert({ kind: 'crypto.network_changed', subject: `chain:${coin}` }),
      onMarked: crediting.reportCredited,
      onChanged: publishInvoices,
    }),
  }))

  return {
    /** Each credited payment is one capture, and the reverse. */
    async compareReceipts(): Promise<void> {
      for (const output of await listReceiptDifferences(db, maxDifferences))
        await deposits.raiseAlert({ kind: 'crypto.differs', subject: `output:${output}` })
    },

    listRates,

    findSpreadPercent: async (): Promise<number> => (await getSettings()).spreadPercent,

    /** Lists coins whose invoices are paid with coins without value. */
    async listTestCoins(): Promise<InvoiceCoin[]> {
      const facts = await Promise.all(invoiceCoins.map(findChain))
      return invoiceCoins.filter((_, index) => facts[index]?.isTest === true)
    },

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
      const invoice = await findInvoice(db, guid)
      if (invoice === null || invoice.userId !== userId || invoice.coin !== coin) throw new AppError('errors.not_found')
      return buildView(invoice)
    },

    /** @throws AppError (404) for the invoice of another trader */
    async cancelInvoice(userId: number, guid: string): Promise<Result<InvoiceView, 'crypto.not_cancelable'>> {
      const cancelled = await cancelInvoice(userId, guid)
      return cancelled.ok ? ok(await buildView(cancelled.value)) : cancelled
    },

    listInvoices: async (userId: number): Promise<InvoiceView[]> =>
      Promise.all((await listRecentInvoices(db, userId, maxListed)).map(buildView)),

    /** For the latest open bitcoin invoice of this amount. @param text decimal text in bitcoin */
    async saveExpectedPayment(
      userId: number,
      { amount, currency, text }: { readonly amount: number; readonly currency: Currency; readonly text: string },
    ): Promise<Result<void, 'crypto.no_invoice' | 'errors.field_invalid'>> {
      const expected = parseCoinAmount(text, 'BTC')
      if (expected === null || expected === 0n) return refuse('errors.field_invalid')
      const recent = await Promise.all((await listRecentInvoices(db, userId, maxListed)).map(buildView))
      const invoice = recent.find(
        (each) => each.coin === 'BTC' && each.status === 'wt' && each.amount === amount && each.currency === currency,
      )
      return invoice !== undefined && (await setExpected(db, invoice.guid, expected))
        ? ok()
        : refuse('crypto.no_invoice')
    },

    /** One chain that does not answer does not hold up the other. Safe to run on every server at once. */
    async watchChains(coins: readonly InvoiceCoin[] = invoiceCoins): Promise<void> {
      await Promise.all(
        watchers.map(async ({ coin, watcher }) => {
          if (!coins.includes(coin)) return
          try {
            await watchOne(coin, watcher)
            failing.delete(coin)
          } catch (error) {
            recordFailure(coin, error)
          }
          await checkProgress(coin).catch(onError)
        }),
      )
    },
  }

  async function watchOne(coin: InvoiceCoin, watcher: (typeof watchers)[number]['watcher']): Promise<void> {
    if (!(await watcher.readChain())) return
    await crediting.creditInvoices(coin)
    await reportLost(coin)
  }

  /** Logs only the first failure of an outage. */
  function recordFailure(coin: InvoiceCoin, error: unknown): void {
    if (!failing.has(coin) || !(error instanceof ChainError)) onError(error)
    failing.add(coin)
  }

  /** Whatever the reason, e.g. also if more blocks are missing than can be read in time. */
  async function checkProgress(coin: InvoiceCoin): Promise<void> {
    const scannedAt = (await getScannedAt(db, coin)) ?? startedAt
    const isBehind = clock.now().getTime() - scannedAt.getTime() >= alertAfterMs
    const alert = { kind: 'crypto.node_silent', subject: `chain:${coin}` } as const
    if (isBehind) await deposits.raiseAlert(alert)
    else if (wereBehind.get(coin) !== false) await deposits.withdrawAlert(alert)
    wereBehind.set(coin, isBehind)
  }

  /** Money was credited for a payment that the chain no longer has: an operator decides. Ends when it is found again or reversed. */
  async function reportLost(coin: InvoiceCoin): Promise<void> {
    const lost = await listLost(db, coin)
    for (const receipt of lost)
      await deposits.raiseAlert({
        kind: lostAlert,
        subject: `${coin}/${receipt.guid}`,
        detail: { output: buildOutputReference(receipt) },
      })
    // Each time, because another server can have raised them.
    await deposits.withdrawOtherAlerts(
      lostAlert,
      `${coin}/`,
      lost.map(({ guid }) => `${coin}/${guid}`),
    )
  }

  /** Never throws: browsers get the same by a call. */
  async function publishInvoices(guids: readonly string[]): Promise<void> {
    if (guids.length === 0) return
    try {
      const invoices = await findInvoices(db, guids)
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
    const [deposit, height, chain] = await Promise.all([
      deposits.findByAttemptReference(invoice.guid),
      getScannedHeight(db, invoice.coin),
      findChain(invoice.coin),
    ])
    if (deposit === null) throw new Error('invariant: an invoice has its deposit')
    return toInvoiceView(invoice, deposit, await findPromo(invoice, deposit), height, chain, clock.now())
  }

  /** While the invoice is open: by the code that is stored now. */
  async function findPromo({ end }: InvoiceWithReceipts, deposit: DepositWithContext): Promise<DepositPromo | null> {
    if (end !== null || deposit.isFixed) return deposit.promo
    return findExpectedGrant(db, { ...deposit, openedAt: new Date(deposit.createdAtMs) })
  }

  async function readNetworkName(coin: InvoiceCoin): Promise<string> {
    const name = await chains[coin].getNetworkName()
    networkNames.set(coin, name)
    return name
  }

  async function findNetworkName(coin: InvoiceCoin): Promise<string | null> {
    try {
      return networkNames.get(coin) ?? (await readNetworkName(coin))
    } catch (error) {
      if (error instanceof ChainError) return null
      throw error
    }
  }

  /** Asked once; again after a failure. A chain that we cannot ask is not called a test. */
  async function findChain(coin: InvoiceCoin): Promise<InvoiceChain> {
    const facts = chainFacts.get(coin) ?? readChainFacts(coin)
    chainFacts.set(coin, facts)
    try {
      return await facts
    } catch {
      chainFacts.delete(coin)
      return { isTest: false, chainId: null, walletUrl: null }
    }
  }

  async function readChainFacts(coin: InvoiceCoin): Promise<InvoiceChain> {
    const [network, chainId] = await Promise.all([chains[coin].getNetwork(), chains[coin].getChainId()])
    const walletUrl = network === 'simulated' ? `${deps.sandboxUrl}/wallet/${coin.toLowerCase()}` : null
    return { isTest: network !== 'main', chainId, walletUrl }
  }
}
