import { afterAll, beforeAll, expect, test } from 'vitest'

import { type SandboxFixture, startSandboxFixture } from '../testing/sandbox-fixture.ts'
import { listArticles, listEvents } from './simulated-news.ts'

const now = Date.parse('2026-11-18T10:00:00Z')
let fixture: SandboxFixture
beforeAll(async () => {
  fixture = await startSandboxFixture(null, { now: () => now })
})
afterAll(() => fixture.close())

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${fixture.url}${path}`, { headers })
  return { status: response.status, text: await response.text(), etag: response.headers.get('etag') ?? '' }
}

test('the feeds are labelled sample data in their language, and answer a conditional request', async () => {
  const english = await read('/news/en/markets')
  expect(english.text).toMatch(/^<\?xml.*<rss .*Sample data: markets.*<item>/s)
  expect((await read('/news/ru/crypto')).text).toMatch(/<feed .*Пример данных: crypto.*<entry>/s)
  expect((await read('/news/en/markets', { 'if-none-match': english.etag })).status).toBe(304)
  expect((await read('/news/de/markets')).status).toBe(404)
})

test('the articles and events follow the clock', () => {
  const articles = listArticles('markets', 'en', now)
  expect(articles.map(({ atMs }) => atMs)).toEqual(articles.map(({ atMs }) => atMs).toSorted((a, b) => b - a))
  expect(new Set(articles.map(({ id }) => id)).size).toBe(4)
  expect(articles[0]?.atMs).toBeLessThanOrEqual(now)
  expect(listArticles('markets', 'en', now + 5 * 3_600_000)[1]).toEqual(articles[0])

  const events = listEvents(now)
  const isPast = ({ at }: { at: string }) => Date.parse(at) <= now
  expect(events.filter(isPast).length).toBeGreaterThan(0)
  expect(events.filter((event) => !isPast(event)).length).toBeGreaterThan(0)
  for (const event of events) expect(event.actual !== null).toBe(isPast(event))
  const next = events.find((event) => !isPast(event))
  const later = listEvents(Date.parse(next?.at ?? ''))
  expect(later.find(({ id }) => id === next?.id)?.actual).toMatch(/\d/)
})

test.each([
  ['dead', 503, /stopped/],
  ['broken', 200, /^<\?xml(?!.*<\/rss>)/s],
  ['hostile', 200, /<script>/],
  ['empty', 200, /<\/title>(?!.*<item>)/s],
] as const)('the feeds can be %s, and are well again after a reset', async (act, status, text) => {
  expect(await fixture.callControl('news', { place: 'feeds', act })).toEqual({ feeds: act, calendar: 'none' })
  const reply = await read('/news/en/markets')
  expect(reply.status).toBe(status)
  expect(reply.text).toMatch(text)
  expect((await read('/news/calendar.json')).status).toBe(200)
  await fixture.callControl('reset', {})
  expect((await read('/news/en/markets')).text).toMatch(/<item>.*<\/rss>/s)
})

test('a slow calendar does not answer', async () => {
  await fixture.callControl('news', { place: 'calendar', act: 'slow' })
  await expect(fetch(`${fixture.url}/news/calendar.json`, { signal: AbortSignal.timeout(100) })).rejects.toThrow(
    'timeout',
  )
  await fixture.callControl('news', { place: 'calendar', act: 'none' })
  expect(JSON.parse((await read('/news/calendar.json')).text)).toMatchObject({ events: expect.any(Array) })
})
