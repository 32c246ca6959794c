import { randomUUID } from 'node:crypto'

import type pg from 'pg'

import { publishedTestKeys, createAddressDeriver } from '../../apps/server/src/gateways/chains/derive-address.ts'
import { createSimulatedChain } from '../../apps/server/src/gateways/chains/simulated-chain.ts'
import { createChainStore } from '../../apps/server/src/modules/crypto/chain-store.ts'
import { createWatchChain } from '../../apps/server/src/modules/crypto/watch-chain.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database/database.ts'
import { type BenchEnvironment, sendPost } from '../environment.ts'
import { median, type ReportRow, toMaximumRatioRow, toMaximumRow } from '../report.ts'

const few = 100
const many = 10_000
const blocks = 20
const payments = 20

/** What a block costs by the number of open invoices, and how soon a browser shows a payment. */
export async function measureInvoices(environment: BenchEnvironment): Promise<ReportRow[]> {
  await postControl(environment, 'btc/interval', { seconds: 0 })
  const toBrowser = await measurePush(environment)
  const [small, large] = await measureBlocks(environment)
  return [
    toMaximumRatioRow(`node calls for a block: ${many} open invoices / ${few}`, 'calls', large.calls, small.calls, 1.5),
    toMaximumRatioRow(`time for a block: ${many} open invoices / ${few}`, 'ms', large.ms, small.ms, many / few / 2),
    toMaximumRow('payment in coins seen by the server, to browser by live socket', 'ms', toBrowser, 50),
  ]
}

type BlockCost = { readonly calls: number; readonly ms: number }

/** In this process; the server is kept from the chain meanwhile. */
async function measureBlocks(environment: BenchEnvironment): Promise<[BlockCost, BlockCost]> {
  const { pool, sandbox } = environment
  const leaseId = randomUUID()
  const database = openDatabase(environment.databaseUrl)
  const { deriveAddress } = createAddressDeriver('BTC', publishedTestKeys.BTC, 'BTC_XPUB')
  const chain = createSimulatedChain({ coin: 'BTC', sandboxUrl: sandbox.url, deriveAddress })
  try {
    await pool.query(
      `update crypto_chains set lease_id = $1, lease_until = now() + interval '1 hour' where coin = 'BTC'`,
      [leaseId],
    )
    const measure = async (count: number): Promise<BlockCost> => {
      const addresses = await insertOpenInvoices(pool, count)
      const watcher = createWatchChain({
        store: createChainStore(database.db),
        chain,
        clock: systemClock,
        newId: () => leaseId,
        onChanged: async () => undefined,
      })
      const times: number[] = []
      let calls = 0
      for (let block = 0; block < blocks; block += 1) {
        await postControl(environment, 'btc/pay', { outputs: [{ address: addresses[block % count], value: '1000' }] })
        await postControl(environment, 'btc/mine', { blocks: 1 })
        const [before, from] = [chain.countRequests(), performance.now()]
        await watcher.readChain()
        times.push(performance.now() - from)
        calls = chain.countRequests() - before
      }
      return { calls, ms: median(times.slice(2)) }
    }
    return [await measure(few), await measure(many)]
  } finally {
    chain.close()
    await pool.query(`update crypto_chains set lease_until = now() where coin = 'BTC'`)
    await database.close()
  }
}

async function insertOpenInvoices(pool: pg.Pool, count: number): Promise<string[]> {
  const client = await pool.connect()
  try {
    // Without their deposits and traders, which the watcher does not read.
    await client.query('set session_replication_role = replica')
    const { rows } = await client.query<{ address: string }>(
      `with first as (update crypto_chains set next_index = next_index + $1::integer where coin = 'BTC' returning next_index - $1::integer as index)
       insert into crypto_invoices (guid, deposit_id, user_id, coin, derivation_index, address, amount_due, tolerance, currency, rate,
         confirmations, expires_at, watch_until, request_hash, slot, created_at)
       select gen_random_uuid(), gen_random_uuid(), -index - n, 'BTC', index + n, 'tb1qbench' || lpad((index + n)::text, 30, '0'), 1000000, 5000,
              'USD', 10000000, 2, now() + interval '1 hour', now() + interval '1 day', '', 1, now() from first, generate_series(0, $1::integer - 1) n
       returning address`,
      [count],
    )
    return rows.map(({ address }) => address)
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
}

/** From the row of the payment to the message at the browser. */
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

/** The first invoice needs the server's first look at the chain and the rates. */
async function openInvoice(
  environment: BenchEnvironment,
  session: Awaited<ReturnType<BenchEnvironment['createBrowserSession']>>,
): Promise<{ readonly guid: string; readonly address: string }> {
  for (let tries = 0; tries < 100; tries += 1) {
    const request = { amount: 1000, bonus: 0, fixed: 1, currency: 'USD' }
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
