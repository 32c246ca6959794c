import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestClient } from '../../../test/fixtures/app/test-app.ts'
import { saveCard } from '../../../test/fixtures/cards/pay-by-card.ts'
import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import { savePage } from '../pages/service.ts'

const webDir = mkdtempSync(join(tmpdir(), 'tradefront-replies-'))
let app: TradingApp
beforeAll(async () => {
  cpSync(join(import.meta.dirname, '../../../../web/index.html'), join(webDir, 'index.html'))
  app = await startTradingApp({ config: { webDir } })
})
afterAll(async () => {
  await app.stop()
  rmSync(webDir, { recursive: true })
})

const addresses = {
  market: '/api/trading/market',
  overview: '/api/card/deposit/current',
  intro: '/api/pg/funding',
  tournaments: '/api/tourney/current',
}

/** Null: the page has none. */
function readReplies(html: string): Record<string, unknown> | null {
  const text = /<script id="replies" type="application\/json">([\s\S]*?)<\/script>/.exec(html)?.[1]
  return text === undefined ? null : (JSON.parse(text) as Record<string, unknown>)
}

const openPage = async (client: TestClient, path = '/en/trading') => readReplies((await client.get(path)).text)

test('the page of the trading area brings what the calls of its first screens return', async () => {
  app.startDay()
  const { client } = await app.registerFunded({ cash: 100_000 })
  await app.buy(client)
  await saveCard(client, '4242424242424242', 'Lovelace')
  const replies = await openPage(client)
  expect(replies).toEqual({
    [addresses.market]: (await client.post(addresses.market)).json,
    [addresses.overview]: (await client.get(addresses.overview)).json,
    [addresses.intro]: (await client.get(addresses.intro)).json,
  })
  expect(replies).toMatchObject({
    [addresses.market]: { openTrades: [{ stake: 10 }] },
    [addresses.overview]: { card: { last4: '4242' } },
    [addresses.intro]: { language: 'en' },
  })
})

test('the page brings the tournaments at the weekend, when the trading screen shows a notice of them', async () => {
  app.startDay()
  app.clock.advance(3 * 86_400_000)
  const { client } = await app.registerFunded({ cash: 100_000 })
  const { [addresses.tournaments]: tournaments } = (await openPage(client)) ?? {}
  expect(tournaments).toMatchObject({ list: expect.arrayContaining([expect.objectContaining({ type: 'weekend' })]) })
  expect(tournaments).toEqual((await client.post(addresses.tournaments)).json)
})

test('the page brings texts in its own language, and messages in that of the account, as the calls do', async () => {
  const { client } = await app.registerFunded({ cash: 100_000 })
  const replies = await openPage(client, '/ru/trading/')
  expect(replies?.[addresses.intro]).toMatchObject({ language: 'ru' })
  expect(replies?.[addresses.overview]).toEqual((await client.get(addresses.overview)).json)
})

test('the page brings nothing of the account that the session does not show', async () => {
  app.startDay()
  const { client } = await app.registerFunded({ cash: 100_000 })
  await app.buy(client)
  await client.post('/api/account/switch', { account: 'practice' })
  await app.buy(client, { stake: 20 })
  const replies = await openPage(client)
  expect(Object.keys(replies ?? {})).toEqual([addresses.market])
  expect(replies).toMatchObject({ [addresses.market]: { openTrades: [{ account: 'practice', stake: 20 }] } })
})

test('the page brings nothing of another trader, and no other page brings anything', async () => {
  app.startDay()
  const { client } = await app.registerFunded({ cash: 100_000 })
  const { trade } = await app.buy(client)
  await saveCard(client, '5555555555554444', 'Secretname')
  const own = (await client.get('/en/trading')).text
  expect(own).toContain(trade?.id)
  expect(own).toContain('Secretname')
  const other = await app.registerFunded({ cash: 100_000 })
  const visitor = await app.openClient()
  for (const [reader, path] of [
    [other.client, '/en/trading'],
    [visitor, '/en/trading'],
    [client, '/en/show/terms'],
    [client, '/en/login'],
    [client, '/en/trading/more'],
  ] as const) {
    const { text } = await reader.get(path)
    expect(text).not.toContain(trade?.id)
    expect(text).not.toContain('Secretname')
    if (reader !== other.client) expect(readReplies(text), path).toBeNull()
  }
  await app.database.db.deleteFrom('sessions').execute()
  expect(readReplies((await client.get('/en/trading')).text)).toBeNull()
})

test('no cache keeps the page, and it is not compressed', async () => {
  const { client } = await app.registerTrader()
  const { headers } = await client.get('/en/trading', { 'accept-encoding': 'br' })
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['content-encoding']).toBeUndefined()
})

test('no text of a reply ends its script element', async () => {
  const { client } = await app.registerTrader()
  const title = '</script><script>alert(1)</script><!--'
  await savePage(
    app.context,
    { area: 'pg', name: 'funding' },
    'en',
    { title, html: '<p>Words</p>' },
    { actor: 'operator:anna' },
  )
  const { text } = await client.get('/en/trading')
  expect(text).not.toContain('alert(1)</script>')
  expect(readReplies(text)).toMatchObject({ [addresses.intro]: { title } })
})

test('the page leaves out what cannot be loaded', async () => {
  const { client } = await app.registerTrader()
  app.logs.length = 0
  await app.runAsOwner('alter table cards rename to missing_cards')
  try {
    const { status, text } = await client.get('/en/trading')
    expect(status).toBe(200)
    expect(Object.keys(readReplies(text) ?? {})).toEqual([addresses.market, addresses.intro])
    expect(app.logs.join('')).toContain('replies of the page')
  } finally {
    await app.runAsOwner('alter table missing_cards rename to cards')
  }
})

test('the page brings no market while another platform is shown instead', async () => {
  const { client } = await app.registerTrader()
  await app.set('platform_url', 'https://platform.example')
  expect(Object.keys((await openPage(client)) ?? {})).not.toContain(addresses.market)
})
