import { randomUUID } from 'node:crypto'

import { depositsCalls } from '@tradefront/contract/deposits'
import { findDepositGroup } from '@tradefront/rules/deposits/deposit-groups'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { TestClient } from '../../../test/fixtures/app/test-app.ts'
import { createCryptoFixture, type CryptoFixture } from '../../../test/fixtures/crypto/crypto-fixture.ts'

let fixture: CryptoFixture
let client: TestClient
let userId: number
beforeAll(async () => {
  fixture = await createCryptoFixture()
})
beforeEach(async () => {
  ;({ client, userId } = await fixture.app.registerTrader())
  await fixture.work()
})
afterAll(() => fixture.stop())

const dayMs = 86_400_000
const startMs = Date.UTC(2026, 9, 1)

async function list(from: TestClient, query: Record<string, string | number> = {}) {
  const text = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  const reply = await from.get(`/api/deposits?${text.join('&')}`)
  expect(reply.status, reply.text).toBe(200)
  return depositsCalls.listDeposits.reply.parse(reply.json)
}

async function insert(trader: number, method: 'card' | 'wallet', at: number): Promise<string> {
  const id = randomUUID()
  const processor = method === 'card' ? 'ORANGE' : 'SKRILL'
  await fixture.app.database.pool.query(
    `insert into deposits (id, user_id, method, instrument_kind, country, amount, currency, bonus, wagering_required, fixed, processor_order,
       state, created_at, updated_at, ended_at)
     values ($1, $2, $3, $4, 'AU', 100000, 'USD', 0, 0, true, $5, 'failed', $6, $6, $6)`,
    [id, trader, method, method === 'card' ? null : 'skrill', [processor], new Date(at)],
  )
  return id
}

describe('GET /api/deposits', () => {
  test('pages show every deposit once, newest first, also if some are of the same time and a new one comes in', async () => {
    const times = [0, 1, 1, 1, 2, 3, 4]
    const ids: string[] = []
    for (const day of times) ids.push(await insert(userId, 'card', startMs + day * dayMs))
    const seen: string[] = []
    let after: string | null = null
    for (let pages = 1; pages <= 4; pages += 1) {
      const page = await list(client, { limit: 2, ...(after !== null && { after }) })
      seen.push(...page.deposits.map(({ id }) => id))
      after = page.next
      if (pages === 1) await insert(userId, 'card', startMs + 9 * dayMs)
      if (after === null) break
    }
    expect(after).toBeNull()
    expect(seen.toSorted()).toEqual(ids.toSorted())
    const order = seen.map((id) => times[ids.indexOf(id)] ?? 0)
    expect(order).toEqual(times.toReversed())
  })

  test('a trader sees only own deposits, also with the cursor of another trader', async () => {
    const stranger = await fixture.app.registerTrader()
    const [first] = [
      await insert(stranger.userId, 'card', startMs + dayMs),
      await insert(stranger.userId, 'card', startMs),
    ]
    const own = await insert(userId, 'wallet', startMs)
    expect((await list(client)).deposits.map(({ id }) => id)).toEqual([own])
    expect(await list(client, { after: first })).toEqual({ return: true, deposits: [], next: null })
    expect((await list(stranger.client)).deposits).toHaveLength(2)
    expect((await (await fixture.app.openClient()).get('/api/deposits')).status).toBe(401)
  })

  test('each way to pay can be listed, and every deposit has one', async () => {
    const card = await insert(userId, 'card', startMs)
    const wallet = await insert(userId, 'wallet', startMs + dayMs)
    const invoice = await fixture.openInvoice(client)
    const claim = await client.post('/api/report/bank', {
      email: 'ada@example.com',
      amount: 1000,
      currency: 'USD',
      random: randomUUID(),
      bonus: 0,
      fixed: 1,
    })
    const { id: claimId } = claim.json as { id: string }
    const listed = async (method: string) => (await list(client, { method })).deposits.map(({ id }) => id)
    expect(await listed('card')).toEqual([card])
    expect(await listed('wallet')).toEqual([wallet])
    expect(await listed('coins')).toEqual([invoice.deposit_id])
    expect(await listed('claim')).toEqual([claimId])
    expect((await list(client)).deposits).toHaveLength(4)
    const waiting = (await list(client, { state: 'waiting' })).deposits.map(({ id }) => id)
    expect(waiting.toSorted()).toEqual([invoice.deposit_id, claimId].toSorted())
    expect((await list(client, { state: 'failed', method: 'wallet' })).deposits.map(({ id }) => id)).toEqual([wallet])
  })

  test('an invoice that was paid in part and has ended is listed as credited', async () => {
    const invoice = await fixture.openInvoice(client)
    fixture.pay(invoice, '0.004')
    fixture.btc.mine(2)
    await fixture.advance(1000)
    const open = (await list(client, { state: 'waiting' })).deposits
    expect(open).toMatchObject([{ id: invoice.deposit_id, credited: { cash: 400, bonus: 0 } }])
    await fixture.advance(3_600_000)
    const { deposits } = await list(client, { state: 'credited', method: 'coins' })
    expect(deposits).toMatchObject([{ state: 'failed', reason: 'crypto.underpaid' }])
    expect(deposits.map(findDepositGroup)).toEqual(['credited'])
  })

  test('a period includes its start, and not its end', async () => {
    const ids = [await insert(userId, 'card', startMs), await insert(userId, 'card', startMs + dayMs)]
    const listed = async (query: Record<string, number>) => (await list(client, query)).deposits.map(({ id }) => id)
    expect(await listed({ from: startMs, to: startMs + dayMs })).toEqual([ids[0]])
    expect(await listed({ from: startMs + 1 })).toEqual([ids[1]])
    expect(await listed({ to: startMs })).toEqual([])
  })

  test.each(['limit=51', 'limit=0', 'limit=-1', 'state=lost', 'method=cash', 'after=1', 'from=x', 'user=1'])(
    '%s is malformed',
    async (query) => {
      expect((await client.get(`/api/deposits?${query}`)).status).toBe(400)
    },
  )
})
