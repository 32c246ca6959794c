import type { InvoiceView } from '@tradefront/contract/crypto'
import { coinDecimals, type InvoiceCoin, invoiceCoins } from '@tradefront/rules/crypto/coins'
import type { Currency } from '@tradefront/rules/ledger/money'
import { toBaseThreshold } from '@tradefront/rules/ledger/thresholds'

import type { AppContext } from '../../../src/context.ts'
import { createChainNetworks } from '../../../src/gateways/chains/chain-networks.ts'
import type { Chain } from '../../../src/gateways/chains/chain.ts'
import { type RateSource, RateSourceError } from '../../../src/gateways/rates/rate-source.ts'
import { createManualClock } from '../../../src/platform/clock.ts'
import type { Database, Db } from '../../../src/platform/database/database.ts'
import type { SessionUser } from '../../../src/platform/http/sessions.ts'
import { createMemoryChain } from '../../fixtures/crypto/memory-chain.ts'
import { createRandom, type Random } from '../../fixtures/seeded-random.ts'
import { conversionRates, insertTestRates, testCurrencyRates } from '../../fixtures/rates/test-rates.ts'
import type { RateSettings } from '../../../src/modules/rates/open-rates.ts'
import { createUpdateRates } from '../../../src/modules/rates/service.ts'
import { createFixedSettings, createTestContext } from '../../fixtures/app/test-context.ts'
import { cancelInvoice } from '../../../src/modules/crypto/cancel-invoice.ts'
import { createInvoice } from '../../../src/modules/crypto/create-invoice.ts'
import { createWatchChain } from '../../../src/modules/crypto/watch-chains.ts'
import type { Settings } from '../../../src/modules/settings/service.ts'
import { compareReceipts, getInvoice } from '../../../src/modules/crypto/service.ts'
import { createSeededIds } from '../seeded-ids.ts'
import { createPeople } from './people.ts'
import { plantDeposits } from './planted-deposits.ts'
import { bindDeposits, type SimulatedDeposits } from './simulated-deposits.ts'

/** A planted fault. */
export type CryptoMutant = {
  readonly chain?: (chain: Chain) => Chain
  readonly deposits?: (deposits: SimulatedDeposits, db: Db) => SimulatedDeposits
  /** Prices of the source instead of the true ones. */
  readonly prices?: (prices: Prices, before: Prices) => Prices
  /** SQL that is run as the database's owner, in a database of its own. */
  readonly sql?: string
  /** True if traders try to spend more than their cash. */
  readonly spendsTooMuch?: true
}

export type CryptoWorld = Awaited<ReturnType<typeof createCryptoWorld>>

export type WorldOptions = {
  readonly database: Database
  /** Number of the world, unique in the database. */
  readonly number: number
  /** Random numbers that determine the story. */
  readonly random: Random
  /**
   * Random numbers that determine what is credited later, where servers stop, and the order of independent events. Null keeps the drawn
   * order.
   */
  readonly disorder: Random | null
  readonly mutant: CryptoMutant
}

/** Prices as USD per coin. */
export type Prices = Readonly<Record<'BTC' | 'LTC' | 'ETH' | 'DSH', number>>

const serverCount = 3
const maxInvoices = 3
const currencies: readonly Currency[] = ['USD', 'EUR', 'GBP', 'RUB']
const spreadPercent = 1.5
const confirmationLevels: Settings['crypto_confirmations'] = {
  BTC: [
    { from: 0, confirmations: 1 },
    { from: 1000, confirmations: 3 },
  ],
  ETH: [
    { from: 0, confirmations: 2 },
    { from: 1000, confirmations: 4 },
  ],
}

const rateSettings: RateSettings = {
  maxAgeMs: { coin: 300_000, currency: 3_600_000 },
  // This is larger than all moves of a scenario, so that no rate is held.
  jumpPercents: { coin: 50, currency: 2 },
  confirmMs: 180_000,
}

class PlannedCrash extends Error {
  override name = 'PlannedCrash'
}

const plannedErrors = new Set(['ChainError', 'PlannedCrash', 'RateSourceError'])

/** Creates chains, their nodes, traders and several servers on one database. */
export async function createCryptoWorld({ database, number, random, disorder, mutant }: WorldOptions) {
  const { db, pool } = database
  const name = `-${number}`
  const { createUuid: newId, createUserId } = createSeededIds('crypto', number)
  await resetEarlierRuns(database)
  await insertTestRates(database, testCurrencyRates)
  const clock = createManualClock(new Date('2026-11-18T10:00:00Z'))
  const chains = {
    BTC: createMemoryChain('BTC', clock, name),
    ETH: createMemoryChain('ETH', clock, name),
  }
  const usd = { BTC: 97_123.45, LTC: 90, ETH: 3456.78, DSH: 30 }
  const invoices: InvoiceView[] = []
  const faults: string[] = []
  const earlyCredits: string[] = []
  const wrongTerms: string[] = []
  /** Prices that the source has reported, oldest first. */
  const prices: { readonly atMs: number; readonly usd: Prices }[] = []
  let callFailure = 0
  let areRatesDown = false
  let isSettling = false
  const faulty = () => (isSettling ? null : disorder)
  const failures = { BTC: createRandom(random.below(1e9)), ETH: createRandom(random.below(1e9)) }
  const onError = (error: unknown) => {
    if (!plannedErrors.has((error as Error).name)) faults.push(String(error))
  }

  const rateSource: RateSource = {
    codes: ['BTC', 'ETH'],
    fetchRates: async () => {
      if (areRatesDown) throw new RateSourceError('no rates')
      const before = prices.at(-1)?.usd ?? usd
      prices.push({ atMs: clock.now().getTime(), usd: { ...usd } })
      return { rates: { ...(mutant.prices?.(usd, before) ?? usd) }, at: clock.now() }
    },
    close: () => undefined,
  }
  const context = createTestContext({
    db,
    reports: database.reports,
    clock,
    newId,
    rateSources: [rateSource],
    settings: createFixedSettings({
      crypto_confirmations: confirmationLevels,
      crypto_tolerance_percent: 0.5,
      crypto_spread_percent: spreadPercent,
      crypto_overpay_percent: 1,
      crypto_late_block_hours: 2,
      crypto_rate_max_age_seconds: rateSettings.maxAgeMs.coin / 1000,
      currency_rate_max_age_seconds: rateSettings.maxAgeMs.currency / 1000,
      rate_jump_percents: rateSettings.jumpPercents,
      rate_confirm_seconds: rateSettings.confirmMs / 1000,
    }),
    onError,
  })
  const original = bindDeposits(context)
  const deposits = mutant.deposits?.(original, db) ?? original
  const updateRates = createUpdateRates(context)
  const servers = Array.from({ length: serverCount }, () => {
    const crashing = {
      ...deposits,
      creditReceipt: async (...args: Parameters<SimulatedDeposits['creditReceipt']>) => {
        if (faulty()?.chance(0.2) === true) throw new PlannedCrash()
        // Later payments are credited first.
        if (faulty()?.chance(0.3) === true) return false
        const isCredited = await deposits.creditReceipt(...args)
        if (isCredited === true) checkConfirmations(args[0], args[1])
        if (faulty()?.chance(0.2) === true) throw new PlannedCrash()
        return isCredited
      },
    }
    const wrapChain = (chain: Chain): Chain => {
      const failSometimes =
        <Args extends unknown[], Value>(call: (...args: Args) => Promise<Value>) =>
        (...args: Args): Promise<Value> =>
          callFailure > 0 && failures[chain.coin].chance(callFailure)
            ? Promise.reject(Object.assign(new Error('lost'), { name: 'ChainError' }))
            : call(...args)
      const unreliable = {
        ...chain,
        getTip: failSometimes(chain.getTip),
        readBlock: failSometimes(chain.readBlock),
        readMempool: failSometimes(chain.readMempool),
      }
      return mutant.chain?.(unreliable) ?? unreliable
    }
    const ownChains = { BTC: wrapChain(chains.BTC.chain), ETH: wrapChain(chains.ETH.chain) }
    const server: AppContext = {
      ...context,
      chains: ownChains,
      chainNetworks: createChainNetworks(ownChains),
    }
    plantDeposits(server, crashing)
    return { context: server, watchers: invoiceCoins.map((coin) => createWatchChain(server, coin)) }
  })
  /** Checks confirmations by the chain itself, not by what was read of it. */
  function checkConfirmations(guid: string, output: string): void {
    const invoice = invoices.find((each) => each.guid === guid)
    if (invoice === undefined) return
    const confirmations = chains[invoice.coin].countConfirmations(output.split(':')[0] ?? '')
    if (confirmations < countLeastConfirmations(invoice)) earlyCredits.push(`${output} has ${confirmations}`)
  }
  function checkTerms(invoice: InvoiceView): void {
    const { coin, currency, rate } = invoice
    const market = findMarketRate(prices, coin, currency, clock.now().getTime())
    const expected = market === null ? null : afterSpread(market)
    if (BigInt(Math.round(rate * 100)) !== expected)
      wrongTerms.push(`${invoice.guid} at ${rate} instead of ${expected}`)
    if (invoice.confirmations_required < countLeastConfirmations(invoice))
      wrongTerms.push(`${invoice.guid} with ${invoice.confirmations_required} confirmations`)
  }

  const traders = await Promise.all(currencies.map((currency) => insertTrader(database, createUserId(), currency)))

  return {
    name,
    database,
    clock,
    chains,
    traders,
    invoices,
    faults,
    earlyCredits,
    wrongTerms,
    prices,
    pool,
    disorder,
    people: createPeople({ database, name, clock, chains, traders, deposits, mutant }),
    stopFaults: () => {
      isSettling = true
      callFailure = 0
      areRatesDown = false
    },
    setNodeFailure: (probability: number) => {
      callFailure = probability
    },
    setRatesDown: (value: boolean) => {
      areRatesDown = value
    },
    moveRates(): void {
      const factor = 0.95 + random.below(1000) / 10_000
      usd.BTC = Math.round(usd.BTC * factor * 100) / 100
      usd.ETH = Math.round(usd.ETH * factor * 100) / 100
    },
    /** Opens an invoice. Returns null if it is refused. */
    async openInvoice(): Promise<InvoiceView | null> {
      const [server, user, coin] = [random.pick(servers), random.pick(traders), random.pick(invoiceCoins)]
      // The limit of open invoices depends on when earlier ones were credited.
      if (invoices.filter(({ currency }) => currency === user.currency).length === maxInvoices) return null
      const amount = random.pick([300, 1000, 4321]) * (user.currency === 'RUB' ? 60 : 1)
      const bonus = random.chance(0.7) ? 1 : 0
      const request = { amount, bonus, fixed: bonus === 1 ? 0 : 1, currency: user.currency } as const
      const created = await createInvoice(server.context, user, coin, request, null)
      if (!created.ok) return null
      if (invoices.some(({ guid }) => guid === created.value.guid)) return created.value
      checkTerms(created.value)
      invoices.push(created.value)
      return created.value
    },
    /** Runs the jobs. @param count servers that work at the same time; those without the lease do nothing */
    async work(count: number): Promise<void> {
      const working = Array.from({ length: count }, () => random.pick(servers))
      for (const _server of working) await updateRates()
      // They work one after the other, and each chain on its own, so that the seed determines what each of them draws.
      for (const server of new Set(working)) for (const watchChain of server.watchers) await watchChain()
    },
    /** Cancels an invoice, which is refused if something has arrived. */
    async cancelInvoice(): Promise<void> {
      if (invoices.length === 0) return
      const { guid, currency } = random.pick(invoices)
      const user = traders.find((each) => each.currency === currency)
      if (user !== undefined) await cancelInvoice(random.pick(servers).context, user.id, guid)
    },
    /** Reads the invoice as its trader sees it. */
    async readPage({ coin, guid, currency }: InvoiceView): Promise<InvoiceView | null> {
      const user = traders.find((each) => each.currency === currency)
      return user === undefined ? null : getInvoice(random.pick(servers).context, user.id, coin, guid)
    },
    async compareReceipts(): Promise<void> {
      await compareReceipts(context)
    },
  }
}

/** Finds the rate in minor units per coin, before the spread: the one that was fresh, else the next one. */
export function findMarketRate(
  prices: CryptoWorld['prices'],
  coin: InvoiceCoin,
  currency: Currency,
  atMs: number,
): bigint | null {
  const known = prices.findLast((each) => each.atMs <= atMs && each.atMs >= atMs - rateSettings.maxAgeMs.coin)
  const found = known ?? prices.find((each) => each.atMs > atMs)
  if (found === undefined) return null
  const cents = BigInt(Math.round(found.usd[coin] * 100))
  return (cents * BigInt(Math.round(conversionRates[currency] * 100)) + 50n) / 100n
}

export function afterSpread(marketRate: bigint): bigint {
  return (marketRate * BigInt(1000 - spreadPercent * 10)) / 1000n
}

/** Counts the confirmations that the requested amount needs. A larger payment can need more. */
function countLeastConfirmations({ coin, amount, currency }: InvoiceView): number {
  const worth = toBaseThreshold(amount, currency)
  return Math.max(...confirmationLevels[coin].filter(({ from }) => worth >= from).map((level) => level.confirmations))
}

/** Returns a part of an invoice's amount in base units, rounded up. */
export function takeShare({ coin, coin_amount }: InvoiceView, permille: number): bigint {
  const [whole = '0', fraction = ''] = coin_amount.split('.')
  const due = BigInt(whole + fraction.padEnd(coinDecimals[coin], '0'))
  return (due * BigInt(permille) + 999n) / 1000n
}

export function listCoins(): readonly InvoiceCoin[] {
  return invoiceCoins
}

async function insertTrader({ pool }: Database, id: number, currency: Currency): Promise<SessionUser> {
  await pool.query(
    `insert into users (id, email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult,
       terms_accepted_at, registered_at, real_opened_at) overriding system value
     values ($1, gen_random_uuid() || '@example.com', '-', 'Ada', 'Lovelace', 'AU', $2, '61400000000', 'en', true, now(), now(), now())`,
    [id, currency],
  )
  const profile = {
    id,
    currency,
    country: 'AU',
    isPractice: false,
    affiliateId: null,
    minDepositOther: 100,
    maxDeposit: null,
  }
  // The rest of the profile does not matter here.
  return profile as SessionUser
}

/** Removes what earlier runs have left: their chains are gone. */
async function resetEarlierRuns({ pool }: Database): Promise<void> {
  await pool.query(`update deposits set state = 'failed', updated_at = now() where state in ('open', 'processing')
    returning end_crypto_invoice(id, false, updated_at)`)
  await pool.query(`update crypto_invoices set watch_until = '2000-01-01' where watch_until > '2000-01-01'`)
  await pool.query(`update crypto_receipts set state = 'orphaned' where state = 'seen'`)
  await pool.query(
    `update crypto_receipts set block_height = 0, block_hash = 'old', mined_at = coalesce(mined_at, created_at) where block_height is distinct from 0`,
  )
  await pool.query(`update alerts set resolved_at = now() where resolved_at is null`)
  await pool.query('delete from crypto_blocks')
  await pool.query('delete from exchange_rates')
  await pool.query('delete from held_rates')
  await pool.query(
    'update crypto_chains set height = null, hash = null, scanned_at = null, lease_id = null, lease_until = null',
  )
}
