import { cryptoCalls, type InvoiceView } from '@tradefront/contract/crypto'
import { parseCoinAmount } from '@tradefront/rules/crypto/coin-amounts'
import { type Coin, coins, type InvoiceCoin } from '@tradefront/rules/crypto/coins'

import type { Chain } from '../../gateways/chains/chain.ts'
import type { FetchedRates, RateSource } from '../../gateways/rates/rate-source.ts'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import { createSettingsService, type SettingName, type Settings } from '../../modules/settings/service.ts'
import { startTestApp, type TestClient, type TestReply } from '../app/test-app.ts'
import { createMemoryChain } from './memory-chain.ts'

export type CryptoFixture = Awaited<ReturnType<typeof createCryptoFixture>>

const paths = { BTC: 'btc', ETH: 'eth' } as const

type CryptoFixtureOptions = {
  readonly clock?: ManualClock
  /** In place of those in memory. */
  readonly chains?: Partial<Record<InvoiceCoin, Chain>>
}

/** The server with chains in memory. Nothing happens by itself. */
export async function createCryptoFixture({
  clock = createManualClock(new Date('2026-11-18T10:00:00Z')),
  ...options
}: CryptoFixtureOptions = {}) {
  const chains = { BTC: createMemoryChain('BTC', clock), ETH: createMemoryChain('ETH', clock) }
  let usd: FetchedRates['rates'] = { BTC: 100_000, LTC: 90, ETH: 4000, DSH: 30 }
  let areRatesDown = false
  let areJumpsHeld = false
  let rateRequests = 0
  const rateSource: RateSource = {
    codes: coins,
    fetchRates: async () => {
      rateRequests += 1
      if (areRatesDown) throw new Error('no rates')
      const known = Object.entries(usd).filter(([, price]) => price > 0)
      return { rates: Object.fromEntries(known), at: clock.now() }
    },
    close: () => undefined,
  }
  const app = await startTestApp({
    clock,
    rateSources: [rateSource],
    chains: { BTC: chains.BTC.chain, ETH: chains.ETH.chain, ...options.chains },
  })
  const { crypto, rates } = app
  const setSetting = async (name: SettingName, value: Settings[SettingName]) => {
    await createSettingsService({ db: app.database.db, clock }).setSetting(name, value, { actor: 'test' })
  }
  // So that amounts are round.
  await setSetting('crypto_spread_percent', 0)

  return {
    app,
    clock,
    btc: chains.BTC,
    eth: chains.ETH,
    chains,
    setSetting,
    countRateRequests: () => rateRequests,
    /** In USD; 0: the source does not have this coin. */
    setRates: (changed: Partial<Record<Coin, number>>) => {
      usd = { ...usd, ...changed }
    },
    /** By default an operator accepts each jump at once. */
    setJumpsHeld: (value: boolean) => {
      areJumpsHeld = value
    },
    setRatesDown: (value: boolean) => {
      areRatesDown = value
    },
    /** One round of the jobs. */
    async work(): Promise<void> {
      await rates.updateRates()
      if (!areJumpsHeld)
        for (const { code, held } of await rates.listRates())
          if (held !== null) await rates.confirmHeldRate(code, held.rate, { actor: 'operator:test' })
      await crypto.watchChains()
    },
    async advance(ms: number): Promise<void> {
      clock.advance(ms)
      await this.work()
    },
    /** Opens an invoice of 1000.00 with a bonus of 500.00: 0.01 BTC or 0.25 ETH. */
    async openInvoice(
      client: TestClient,
      coin: InvoiceCoin = 'BTC',
      amount = 1000,
      headers = {},
      currency = 'USD',
    ): Promise<InvoiceView> {
      const reply = await client.post(`/api/${paths[coin]}/pay`, { amount, bonus: 1, fixed: 0, currency }, headers)
      return readInvoice(reply)
    },
    async checkInvoice(client: TestClient, { guid, coin }: Pick<InvoiceView, 'guid' | 'coin'>): Promise<InvoiceView> {
      const reply = await client.post(`/api/${paths[coin]}/check`, { guid })
      return readInvoice(reply)
    },
    /** @param amounts decimal text in the coin, each an output of one transaction */
    pay({ coin, address }: Pick<InvoiceView, 'coin' | 'address'>, ...amounts: string[]): string {
      return chains[coin].pay(amounts.map((text) => ({ address, value: parseCoinAmount(text, coin) ?? 0n })))
    },
    /** Minor units. */
    async readMoney(userId: number) {
      const { rows } = await app.database.pool.query<{ cash: number; bonus: number }>(
        `select coalesce(sum(amount) filter (where account = 'cash'), 0)::bigint as cash,
                coalesce(sum(amount) filter (where account = 'bonus'), 0)::bigint as bonus
           from ledger_balances where user_id = $1`,
        [userId],
      )
      return rows[0] ?? { cash: 0, bonus: 0 }
    },
    async listAlerts(): Promise<string[]> {
      const { rows } = await app.database.pool.query<{ kind: string }>(
        'select kind from alerts where resolved_at is null order by id',
      )
      return rows.map(({ kind }) => kind)
    },
    stop: () => app.stop(),
  }
}

function readInvoice(reply: TestReply): InvoiceView {
  const { invoice } = cryptoCalls.createBitcoinInvoice.reply.parse(reply.json)
  if (invoice === undefined) throw new Error(`no invoice: ${reply.text}`)
  return invoice
}
