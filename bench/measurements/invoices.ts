import { randomUUID } from 'node:crypto'

import { parseCoinAmount } from '@tradefront/rules/crypto/coin-amounts'
import { type InvoiceCoin, invoiceCoins } from '@tradefront/rules/crypto/coins'
import type pg from 'pg'

import { createInvoice } from '../../apps/server/src/modules/crypto/create-invoice.ts'
import { createWatchChains } from '../../apps/server/src/modules/crypto/watch-chains.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { readConfig } from '../../apps/server/src/platform/config/config.ts'
import { openDatabase } from '../../apps/server/src/platform/database/database.ts'
import type { SessionUser } from '../../apps/server/src/platform/http/sessions.ts'
import { createContext } from '../../apps/server/src/create-context.ts'
import { startAnvilNode } from '../../apps/server/test/fixtures/chains/anvil-node.ts'
import { startBitcoinNode } from '../../apps/server/test/fixtures/chains/bitcoin-node.ts'
import { createRandomAddress } from '../../apps/server/test/fixtures/chains/random-address.ts'
import { type BenchEnvironment, sendPost } from '../environment.ts'
import { median, type ReportRow, toMaximumRatioRow, toMaximumRow } from '../report.ts'

const few = 100
const many = 10_000
const blocks = 14
/** In this number of blocks, no payments of earlier blocks are credited yet. */
const skippedBlocks = 6
const payments = 20
const request = { amount: 300, bonus: 0, fixed: 1, currency: 'USD' } as const
/** A trader like those that the environment inserts. */
const aTrader: Omit<SessionUser, 'id'> = {
  email: 'bench@example.com',
  emailProvedAt: null,
  firstName: 'Bench',
  lastName: 'Trader',
  country: 'AU',
  currency: 'USD',
  language: 'en',
  phone: '61400000000',
  registeredAt: new Date(),
  verification: 'None',
  affiliateId: null,
  minDepositCard: null,
  minDepositOther: null,
  maxDeposit: null,
  cascade: null,
  cardRisk: false,
  failLimitIgnoredUntil: null,
  failLimitAcceptedUntil: null,
  welcomeShownCount: 0,
  isMobile: false,
  hasRealAccount: true,
  isPractice: false,
}

/** Measures what a block costs by the number of open invoices, and how soon a browser shows a payment. */
export async function measureInvoices(environment: BenchEnvironment): Promise<ReportRow[]> {
  await postControl(environment, 'btc/interval', { seconds: 0 })
  const toBrowser = await measurePush(environment)
  const [small, large] = await measureBlocks(environment)
  return [
    ...invoiceCoins.map((coin) => {
      const name = `${coin} node calls for a block: ${many} open invoices / ${few}`
      return toMaximumRatioRow(name, 'calls', large.calls[coin], small.calls[coin], 1.5)
    }),
    toMaximumRatioRow(
      `read, credit, publish a block of each: ${many} invoices / ${few}`,
      'ms',
      large.ms,
      small.ms,
      many / few / 2,
    ),
    toMaximumRow('payment in coins seen by the server, to browser by live socket', 'ms', toBrowser, 50),
  ]
}

type BlockCost = { readonly calls: Readonly<Record<InvoiceCoin, number>>; readonly ms: number }

/**
 * Measures time and calls for one block of each coin: reading, settling and publishing. It runs in this process, on real nodes. The lease
 * of the chains keeps the bench's server from reading them too.
 */
async function measureBlocks(environment: BenchEnvironment): Promise<[BlockCost, BlockCost]> {
  const { pool, databaseUrl, serverEnv, server } = environment
  const config = readConfig(serverEnv)
  const nodes = { BTC: await startBitcoinNode(), ETH: await startAnvilNode({ hasTraces: false }) }
  const database = openDatabase(databaseUrl)
  const errors: unknown[] = []
  const chains = { BTC: nodes.BTC.chain, ETH: nodes.ETH.chain }
  const common = { clock: systemClock, onError: (error: unknown) => void errors.push(error) }
  const { context, close } = createContext({
    ...common,
    config: { ...config, publicUrl: server.url },
    secretKey: config.secretKey,
    database,
    databaseUrl,
    onAlert: () => undefined,
    replaced: { chains },
  })
  const leaseId = randomUUID()
  const watchChains = createWatchChains({ ...context, newId: () => leaseId })

  /** Reads one block of each chain, with a payment; payments of earlier blocks are credited. */
  const readBlock = async (userId: number): Promise<BlockCost> => {
    for (const coin of invoiceCoins) {
      const user = { ...aTrader, id: userId }
      const opened = await createInvoice(context, user, coin, request, null)
      if (!opened.ok) throw new Error(`no ${coin} invoice was made: ${opened.code}`)
      const { address, coin_amount: amount } = opened.value
      await nodes[coin].pay([{ address, value: parseCoinAmount(amount, coin) ?? 0n }])
      await nodes[coin].mine(1)
    }
    const before = { BTC: nodes.BTC.chain.countRequests(), ETH: nodes.ETH.chain.countRequests() }
    const from = performance.now()
    await watchChains()
    return {
      ms: performance.now() - from,
      calls: {
        BTC: nodes.BTC.chain.countRequests() - before.BTC,
        ETH: nodes.ETH.chain.countRequests() - before.ETH,
      },
    }
  }
  const measure = async (count: number): Promise<BlockCost> => {
    for (const coin of invoiceCoins) await insertOpenInvoices(pool, coin, count)
    const costs: BlockCost[] = []
    for (const userId of await environment.insertTraders(blocks, 'ORANGE', 'Lovelace'))
      costs.push(await readBlock(userId))
    const rest = costs.slice(skippedBlocks)
    return {
      ms: median(rest.map(({ ms }) => ms)),
      calls: { BTC: median(rest.map(({ calls }) => calls.BTC)), ETH: median(rest.map(({ calls }) => calls.ETH)) },
    }
  }
  try {
    await startChains(pool, leaseId)
    await watchChains()
    const costs: [BlockCost, BlockCost] = [await measure(few), await measure(many)]
    const { rows } = await pool.query<{ credited: number }>(
      `select count(*)::integer as credited from crypto_receipts where state = 'credited'`,
    )
    if (errors.length > 0 || (rows[0]?.credited ?? 0) < blocks)
      throw new Error('payments were not credited', { cause: errors[0] })
    return costs
  } finally {
    await endInvoices(pool)
    await startChains(pool, null)
    await close()
    await database.close()
    await Promise.all([nodes.BTC.stop(), nodes.ETH.stop()])
  }
}

/**
 * Forgets what was read of both chains.
 * @param leaseId id of the server that reads them next; null for any server
 */
async function startChains(pool: pg.Pool, leaseId: string | null): Promise<void> {
  await pool.query('delete from crypto_blocks')
  await pool.query(
    `update crypto_chains set network = null, height = null, hash = null, scanned_at = null, lease_id = $1,
       lease_until = now() + interval '1 hour'`,
    [leaseId],
  )
}

/** Inserts invoices without their deposits and traders, which reading and settling do not need. */
async function insertOpenInvoices(pool: pg.Pool, coin: InvoiceCoin, count: number): Promise<void> {
  await runWithoutRules(
    pool,
    `with first as (update crypto_chains set next_index = next_index + cardinality($1::text[]) where coin = $2
                      returning next_index - cardinality($1::text[]) as index)
     insert into crypto_invoices (guid, deposit_id, user_id, coin, derivation_index, address, amount_due, tolerance, currency, rate,
       confirmations, expires_at, watch_until, request_hash, slot, created_at)
     select gen_random_uuid(), gen_random_uuid(), -index - n, $2, index + n - 1, address, 1000000, 5000, 'USD', 10000000, 2,
            now() + interval '1 hour', now() + interval '1 day', '', case $2 when 'BTC' then 1 else 2 end, now()
       from first, unnest($1::text[]) with ordinality as given(address, n)`,
    [Array.from({ length: count }, () => createRandomAddress(coin)), coin],
  )
}

async function endInvoices(pool: pg.Pool): Promise<void> {
  await runWithoutRules(
    pool,
    `update crypto_invoices set ended_at = now(), paid = false, slot = null, watch_until = now() where ended_at is null`,
    [],
  )
  await runWithoutRules(pool, `update crypto_receipts set state = 'orphaned' where state = 'seen'`, [])
}

async function runWithoutRules(pool: pg.Pool, statement: string, values: unknown[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(statement, values)
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
}

/** Measures the time between the row of the payment and the message at the browser. */
async function measurePush(environment: BenchEnvironment): Promise<number> {
  const [userId = 0] = await environment.insertTraders(1, 'ORANGE', 'Lovelace')
  const session = await environment.createBrowserSession(userId)
  const invoice = await openInvoice(environment, session)
  const headers = { cookie: session.headers['cookie'] ?? '', origin: environment.server.url }
  const socket = new WebSocket(`${environment.server.url.replace('http', 'ws')}/api/live`, { headers })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('the live socket was refused')), { once: true })
  })
  const times: number[] = []
  for (let payment = 0; payment < payments; payment += 1) {
    const received = new Promise<number>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no message came over the live socket')), 10_000)
      const onMessage = ({ data }: MessageEvent) => {
        if (!String(data).includes('"type":"invoice"')) return
        clearTimeout(timer)
        socket.removeEventListener('message', onMessage)
        resolve(Date.now())
      }
      socket.addEventListener('message', onMessage)
    })
    const outputs = [{ address: invoice.address, value: '1000' }]
    const [atMs] = await Promise.all([received, postControl(environment, 'btc/pay', { outputs })])
    const { rows } = await environment.pool.query<{ at: Date }>(
      'select created_at as at from crypto_receipts where guid = $1 order by id desc limit 1',
      [invoice.guid],
    )
    times.push(atMs - (rows[0]?.at.getTime() ?? 0))
  }
  socket.close()
  return median(times.slice(2))
}

/** Opens an invoice. The first one needs the server's first look at the chain and the rates. */
async function openInvoice(
  environment: BenchEnvironment,
  session: Awaited<ReturnType<BenchEnvironment['createBrowserSession']>>,
): Promise<{ readonly guid: string; readonly address: string }> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { invoice } = (await sendPost(environment, session, '/api/btc/pay', request)) as {
      invoice?: { guid: string; address: string }
    }
    if (invoice !== undefined) return invoice
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('no invoice was made')
}

async function postControl({ sandbox }: BenchEnvironment, path: string, body: object): Promise<void> {
  const response = await fetch(`${sandbox.url}/control/chains/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}
