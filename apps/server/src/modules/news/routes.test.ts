import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type CalendarEvent, newsCalls, type NewsItemView } from '@tradefront/contract/news'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createManualClock, dayMs, minuteMs } from '../../platform/clock.ts'
import { startTestApp, type TestApp, type TestClient } from '../../../test/fixtures/app/test-app.ts'
import { startTestSandbox } from '../../../test/fixtures/processes/sandbox-process.ts'
import { createSettingsService } from '../settings/service.ts'

const by = { actor: 'operator:anna' }
let folder: string
let sandbox: Awaited<ReturnType<typeof startTestSandbox>>
let app: TestApp
let client: TestClient
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'news-'))
  sandbox = await startTestSandbox(1, folder)
  app = await startTestApp({
    clock: createManualClock(new Date()),
    config: { sandboxUrl: sandbox.url, sandboxSecret: sandbox.secret },
  })
  client = (await app.registerTrader()).client
})
afterAll(async () => {
  await app.stop()
  await sandbox.stop()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await app.database.db.deleteFrom('news_sources').execute()
  await setAct('none')
  await setFeeds(null)
  await setLanguage('en')
  app.logs.length = 0
})

const setLanguage = (language: string) => client.post('/api/preferences', { language })
const setAct = async (act: string) => {
  for (const place of ['feeds', 'calendar']) await sandbox.postControl('news', { place, act })
}
const openSettings = () => createSettingsService({ db: app.database.db, clock: app.clock })
const setFeeds = async (feeds: { language: 'en' | 'ru'; name: string; url: string }[] | null) => {
  await openSettings().setSetting('news_feeds', feeds, by)
  // The settings are read again a second later.
  app.clock.advance(1000)
}
const runJob = async (name: string, from = app) => from.runJob(name)
const updateSources = (from = app) => runJob('news.update_sources', from)
const updateLater = async () => {
  app.clock.advance(31 * minuteMs)
  await updateSources()
}
const post = async (path: string, body: object = {}) => (await client.post(path, body)).json
const listHeadlines = async (name: string, url = '') =>
  newsCalls.listHeadlines.reply.parse(await post('/api/news/rss', { name, url }))
const listItems = async (name: string): Promise<NewsItemView[]> => (await listHeadlines(name)).items ?? []
const listEvents = async () => newsCalls.listEvents.reply.parse(await post('/api/news/calendar'))
const failed = { return: false, error: 'news.load_failed', message: 'error load data.' }

test('the categories, headlines and articles are those of the language', async () => {
  await updateSources()
  expect(await post('/api/news/categories')).toEqual({
    return: true,
    categories: [
      { name: 'Currencies', url: `${sandbox.url}/news/en/currencies`, isSample: true },
      { name: 'Metals and indices', url: `${sandbox.url}/news/en/markets`, isSample: true },
      { name: 'Crypto', url: `${sandbox.url}/news/en/crypto`, isSample: true },
    ],
  })
  for (const name of ['Currencies', 'Crypto']) {
    const { items = [], ...reply } = await listHeadlines(name)
    expect(reply).toEqual({ return: true, updated_at: app.clock.now().getTime(), is_stale: false, is_sample: true })
    expect(items).toHaveLength(4)
    expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).toSorted((a, b) => b - a))
    const [first] = items
    expect(await post('/api/news/html', { item: first?.item })).toEqual({
      return: true,
      title: first?.title,
      html: expect.stringMatching(/^<p>.*<p><em>Sample data: this text is invented.<\/em><\/p>$/),
      at: first?.at,
      link: null,
      is_sample: true,
    })
  }
  await setLanguage('ru')
  const [russian] = await listItems('Криптовалюты')
  expect(russian?.title).toMatch(/[а-яё]/i)
  expect(await post('/api/news/html', { item: 'x' })).toMatchObject({ return: false, error: 'news.article_missing' })
})

test('only feeds in the settings are read, whatever address is sent', async () => {
  const asked: string[] = []
  const other: Server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/secret`
  await updateSources()
  expect(await listHeadlines('Nothing', url)).toEqual(failed)
  expect((await listHeadlines('Currencies', url)).items).toEqual(await listItems('Currencies'))
  const byAddress = await listHeadlines('Nothing', `${sandbox.url}/news/ru/crypto`)
  expect(byAddress.items?.[0]?.title).toMatch(/[а-яё]/i)
  // Even an operator cannot make the server ask itself or its neighbours.
  await setFeeds([{ language: 'en', name: 'Inside', url }])
  await updateSources()
  expect(await listHeadlines('Inside')).toEqual(failed)
  expect(asked).toEqual([])
  other.close()
})

test.each(['dead', 'broken'])('a feed that is %s shows its last news and their age, and recovers', async (act) => {
  await updateSources()
  const { items, updated_at: updatedAt } = await listHeadlines('Crypto')
  await setAct(act)
  await updateLater()
  await updateLater()
  expect(await listHeadlines('Crypto')).toMatchObject({ items, updated_at: updatedAt, is_stale: true })
  expect(await listEvents()).toMatchObject({ updated_at: updatedAt, is_stale: true })
  await setAct('none')
  await updateLater()
  expect(await listHeadlines('Crypto')).toMatchObject({ updated_at: app.clock.now().getTime(), is_stale: false })
  const faults = app.logs.filter((line) => line.includes('DocumentError'))
  expect(faults[0]).toContain(`${new URL(sandbox.url).host}: `)
  expect(faults.length, 'one for each of six feeds and the calendar').toBe(7)
})

test('what was never loaded cannot be shown; what was not tried yet is awaited', async () => {
  await setAct('dead')
  expect(await listHeadlines('Crypto')).toEqual({
    return: true,
    items: [],
    updated_at: null,
    is_stale: false,
    is_sample: true,
  })
  await updateSources()
  expect(await listHeadlines('Crypto')).toEqual(failed)
  expect(await listEvents()).toEqual(failed)
})

test('a feed without articles is empty, not broken, and an unchanged one is current', async () => {
  await setAct('empty')
  await updateSources()
  expect(await listHeadlines('Crypto')).toMatchObject({ return: true, items: [], is_stale: false })
  const { etag } = await app.database.db
    .selectFrom('news_sources')
    .select('etag')
    .where('url', 'like', '%en/crypto')
    .executeTakeFirstOrThrow()
  expect(etag).toMatch(/^"[0-9a-f]{16}"$/)
  app.clock.advance(6 * minuteMs)
  await updateSources()
  expect(await listHeadlines('Crypto')).toMatchObject({ items: [], updated_at: app.clock.now().getTime() })
})

test('hostile content is harmless', async () => {
  await setAct('hostile')
  await updateSources()
  const hostile = (await listItems('Currencies')).find(({ title }) => title.startsWith('Hostile'))
  expect(hostile).toMatchObject({ summary: 'A hostile summary' })
  const { html } = (await post('/api/news/html', { item: hostile?.item ?? '' })) as { html: string }
  expect(html).toMatch(/^<p>Hostile text<\/p>.*<a>here<\/a> <a href="https:\/\/news.example\/1">there<\/a>$/)
  expect(html).not.toMatch(/<(?:script|img|iframe|style|form|svg|base)|on\w+=|logout|tracker/i)
  expect((await listEvents()).events?.map(({ id }) => id)).not.toContain('hostile')
})

test('two servers fetch each source once', async () => {
  await Promise.all([updateSources(), updateSources(), updateSources()])
  const rows = await app.database.db.selectFrom('news_sources').select(['url', 'failures', 'succeeded_at']).execute()
  expect(rows).toHaveLength(7)
  expect(rows.filter(({ succeeded_at: at }) => at === null)).toEqual([])
  const before = await app.database.db.selectFrom('news_sources').select('tried_at').distinct().execute()
  await updateSources()
  expect(await app.database.db.selectFrom('news_sources').select('tried_at').distinct().execute()).toEqual(before)
})

test('the calendar has events from yesterday on, and figures once they are published', async () => {
  await updateSources()
  const { events = [], ...reply } = await listEvents()
  expect(reply).toMatchObject({ return: true, is_sample: true, is_stale: false })
  const now = app.clock.now().getTime()
  expect(events.map(({ atMs }) => atMs)).toEqual(events.map(({ atMs }) => atMs).toSorted((a, b) => a - b))
  expect(events[0]?.atMs).toBeGreaterThanOrEqual(now - dayMs)
  const isUpcoming = ({ atMs, actual }: CalendarEvent) => atMs > now && actual === null
  expect(events.filter(isUpcoming).length).toBeGreaterThan(0)
  const english = events.map(({ title }) => title)
  await setLanguage('ru')
  const russian = (await listEvents()).events?.map(({ title }) => title) ?? []
  expect(russian).toHaveLength(english.length)
  expect(russian.join()).toMatch(/[а-яё]/i)
})

test('old articles that the feed no longer has are deleted, and feeds that are no longer in the settings', async () => {
  await updateSources()
  const [source] = await app.database.db.selectFrom('news_items').select('source').limit(1).execute()
  const old = (id: string, days: number) => ({
    id: id.padEnd(32, '0'),
    source: source?.source ?? '',
    title: id,
    summary: '',
    html: '',
    published_at: new Date(app.clock.now().getTime() - days * dayMs),
  })
  await app.database.db
    .insertInto('news_items')
    .values([old('recent', 20), old('old', 40)])
    .execute()
  // The document has changed: an unchanged one would delete nothing.
  await setAct('hostile')
  await updateLater()
  const kept = await app.database.db
    .selectFrom('news_items')
    .select('title')
    .where('title', 'in', ['recent', 'old'])
    .execute()
  expect(kept).toEqual([{ title: 'recent' }])
  await setFeeds([])
  app.clock.advance(8 * dayMs)
  await updateSources()
  await runJob('news.delete_expired')
  expect(await app.database.db.selectFrom('news_sources').select('url').execute()).toEqual([
    { url: `${sandbox.url}/news/calendar.json` },
  ])
  expect(await app.database.db.selectFrom('news_items').select('id').execute()).toEqual([])
})

test.each([
  { language: 'en', name: 'A', url: 'http://feeds.example/' },
  { language: 'de', name: 'A', url: 'https://feeds.example/' },
  { language: 'en', name: ' ', url: 'https://feeds.example/' },
])('%j is not a feed that can be set', async (feed) => {
  expect((await openSettings().setTypedSetting('news_feeds', [feed], by)).ok).toBe(false)
})

test('a visitor reads no news, and the dialog’s fragment exists in both languages', async () => {
  const visitor = await app.openClient()
  for (const path of ['categories', 'calendar']) expect((await visitor.post(`/api/news/${path}`)).status).toBe(401)
  for (const [language, title] of [
    ['en', 'Economic calendar'],
    ['ru', 'Экономический календарь'],
  ] as const) {
    await setLanguage(language)
    expect(await post('/api/ag/news_dialog')).toMatchObject({ return: true, title })
  }
})
