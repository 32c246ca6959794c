import { randomUUID } from 'node:crypto'

import type { TradeFile } from '@tradefront/rules/log/check-trade'
import { parseVerifierKey } from '@tradefront/rules/log/signed-note'
import { verifyLog, type VerifyLogInput } from '@tradefront/rules/log/verify-log'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { insertBeaconChain } from '../../../test/fixtures/market/test-beacon.ts'
import { fundTrader } from '../../../test/fixtures/trading/fund-trader.ts'
import { type LogApp, startLogApp } from '../../../test/fixtures/log/log-app.ts'

let app: LogApp
let trade: TradeFile
beforeAll(async () => {
  app = await startLogApp({ isSigned: true })
  await insertBeaconChain(app.runAsOwner, app.beacon.chain)
  await app.record(3)
  const { client, userId } = await app.registerTrader()
  await fundTrader(app.database.db, { id: userId, currency: 'USD' }, { cash: 100_000 }, app.clock.now())
  const order = { symbol: 'BTCUSD', direction: 'up', stake: 10, expiry: 30 }
  const bought = await client.post('/api/trading/buy', order, { 'idempotency-key': randomUUID() })
  const { id } = (bought.json as { trade: { id: string } }).trade
  await app.record(0.1)
  await app.runJob('trading.fill_orders')
  await app.record(1)
  await app.runJob('trading.close_trades')
  await app.record(5)
  await app.publish()
  trade = (await client.post('/api/trading/trade', { id })).json as TradeFile
})
afterAll(() => app.stop())

const verify = async (change: Partial<VerifyLogInput> = {}) => {
  const told = (await (await app.openClient()).get('/api/log')).json as { key: string }
  const key = parseVerifierKey(told.key)
  if (key === null) throw new Error('no key')
  return verifyLog({
    key,
    witnessKeys: [],
    kept: null,
    windows: 1,
    trade: null,
    totals: null,
    audit: null,
    fetchRound: null,
    fetchFile: async (path) => {
      const reply = await app.http.inject(`/log/${path}`)
      return reply.statusCode === 200 ? new Uint8Array(reply.rawPayload) : null
    },
    ...change,
  })
}
const fetchRound = async (_chain: unknown, round: number) => app.beacon.getRound(round)

test('what the server publishes is verified, with all symbols and a trade', async () => {
  const { checks, failed, notes } = await verify({ fetchRound, trade })
  expect(failed).toEqual([])
  expect(notes.map(({ what }) => what)).toEqual(['no_witness', 'first_run', 'late_day'])
  expect(checks).toBeGreaterThan(60)
})

test.each<[string, Partial<TradeFile['trade']>, string[]]>([
  ['opening price', { openPrice: 1 }, ['trade_opening']],
  ['closing price', { closePrice: 1 }, ['trade_closing', 'trade_outcome']],
  ['expiry', { expiresAtMs: 0 }, ['trade_closing']],
  ['outcome', { state: 'tie' }, ['trade_outcome', 'trade_amount']],
  ['amount', { returned: 1 }, ['trade_amount']],
])('a trade with another %s is found', async (_what, change, failed) => {
  const found = await verify({ trade: { ...trade, trade: { ...trade.trade, ...change } } })
  for (const what of failed) expect(found.failed).toContainEqual({ what, subject: '' })
  expect(found.notes).toContainEqual({ what: 'level_not_checked', subject: '' })
})

test('prices of a trade that begin at another level are found', async () => {
  const proofs = trade.proof?.proofs?.map((proof) => ({
    ...proof,
    from: { ...proof.from, startPoints: proof.from.startPoints * 2 },
    prices: proof.prices.map((price) => ({ ...price, points: price.points * 2 })),
  }))
  const changed = { ...trade, proof: { proofs: proofs ?? [] } }
  const { failed } = await verify({ fetchRound, windows: 0, trade: changed })
  expect(failed).toContainEqual({ what: 'trade_level', subject: '' })
})

test('a file without a proof is found', async () => {
  for (const proof of [null, { proofs: null }, { proofs: [] }])
    expect((await verify({ trade: { ...trade, proof } })).failed).toContainEqual({ what: 'trade_proof', subject: '' })
})
