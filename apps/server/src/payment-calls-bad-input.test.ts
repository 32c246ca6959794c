import type { ApiCall } from '@tradefront/contract/call'
import { cryptoCalls } from '@tradefront/contract/crypto'
import { offersCalls } from '@tradefront/contract/offers'
import { promoCalls } from '@tradefront/contract/promo'
import { walletsCalls } from '@tradefront/contract/wallets'
import { wallets } from '@tradefront/processors/registry'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'

import { startTestApp, type TestApp, type TestClient } from '../test/fixtures/app/test-app.ts'
import { countRows, createBadInputs } from '../test/fixtures/app/bad-input.ts'

/** These are all ways to pay but cards, whose calls are in `cards/bad-input.test.ts`. */

let app: TestApp
let client: TestClient
let rows: Record<string, number>
beforeAll(async () => {
  app = await startTestApp()
  client = (await app.registerTrader()).client
  rows = await countRows(app.database.db)
})
afterAll(() => app.stop())

const objectSchema = z.object({ properties: z.record(z.string(), z.looseObject({ type: z.string().optional() })) })
const uuid = '11111111-1111-4111-8111-111111111111'
const samples: Readonly<Record<string, unknown>> = {
  amount: 1000,
  before: 1,
  bitcoin: 'sent on Monday',
  bonus: 1,
  btc: '0.01',
  card: uuid,
  currency: 'USD',
  email: 'ada@example.com',
  fixed: 0,
  guid: uuid,
  name: 'limited',
  net_account: 'ada-at-neteller',
  promo: 'NO-SUCH-CODE',
  random: '0123456789abcdef',
  secure_id: '731905',
  transaction_id: uuid,
}

/** Returns null for a call without fields. */
function createValidBody({ path, body }: ApiCall): Record<string, unknown> | null {
  const schema = body && z.toJSONSchema(body as z.core.$ZodType, { unrepresentable: 'any' })
  if (schema?.type !== 'object') return null
  const fields = Object.entries(objectSchema.parse(schema).properties).map(([name, { type }]) => {
    const value = name === 'id' ? (type === 'integer' ? 1 : uuid) : samples[name]
    if (value === undefined) throw new Error(`${path} has a field ${name}: add a sample of it`)
    return [name, value] as const
  })
  return Object.fromEntries(fields)
}

const calls: ApiCall[] = [walletsCalls, cryptoCalls, promoCalls, offersCalls].flatMap((group) => Object.values(group))
const ownCalls = wallets.flatMap((wallet) => wallet.calls.filter(({ params }) => params === undefined))
const posts = [...calls, ...ownCalls.map(({ call }) => call)]
  .filter(({ method }) => method === 'POST')
  .map((call) => {
    const path = call.path.replace('/pay/:method', '/pay/perfect').replace('/report/:method', '/report/bank')
    return [path, createValidBody(call)] as const
  })

/** Inputs that are unusual but valid, or optional. */
const allowed = new Set([
  '/api/report/bank bitcoin = an empty text',
  '/api/report/bank no bitcoin',
  '/api/report/bank amount = 0.1',
  '/api/promo/check no currency',
  '/api/pay/perfect no fixed',
  '/api/neteller no bonus',
  '/api/neteller no fixed',
  '/api/promo/bonuses/ended no before',
])

describe.each(posts)('%s', (path, valid) => {
  const inputs = createBadInputs(valid).filter(({ description }) => !allowed.has(`${path} ${description}`))
  test.each(inputs.map((bad) => [bad.description, bad] as const))('refuses %s', async (_description, bad) => {
    const reply = await bad.send(client, path)
    // Too small an amount, or an unknown code, is a refusal (200).
    const isRefusal = reply.status === 200 && reply.text.includes('"return":false')
    expect(isRefusal || [400, 404, 413, 415].includes(reply.status), `${reply.status} ${reply.text}`).toBe(true)
    expect(reply.json).toMatchObject({ return: false, error: expect.any(String), message: expect.any(String) })
    expect(await countRows(app.database.db)).toEqual(rows)
  })
})
