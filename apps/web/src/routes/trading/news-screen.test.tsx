// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { type CalendarEvent, newsCalls } from '@tradefront/contract/news'
import { act, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { tradingScreens } from '../trading-routes.tsx'
import { createTradingRouter } from './trading-router.tsx'

const now = Date.UTC(2026, 10, 22, 12)
const hourMs = 3_600_000
const failed = { return: false, error: 'news.load_failed', message: 'error load data.' }
const fresh = { return: true, updated_at: now - 60_000, is_stale: false, is_sample: true }
const categories = ['Currencies', 'Crypto'].map((name) => ({ name, url: `https://${name}`, isSample: true }))
const items = [
  { item: 'i1', title: 'Dollar steady', summary: 'It moved little.', at: now - 2 * hourMs },
  { item: 'i2', title: 'Pound higher', summary: '', at: now - 26 * hourMs },
]
const event = (id: string, overrides: Partial<CalendarEvent>): CalendarEvent => ({
  id,
  atMs: now,
  title: id,
  currency: 'USD',
  importance: 'high',
  previous: '2.9%',
  forecast: '3%',
  actual: null,
  ...overrides,
})
const events = [
  event('Prices', { atMs: now - 2 * hourMs, actual: '3.1%' }),
  event('Trade', { atMs: now - hourMs }),
  event('Jobs', { atMs: now + hourMs }),
  event('Retail', { atMs: now + 2 * hourMs, currency: 'GBP', importance: 'low', forecast: null }),
]

type Replies = Record<keyof typeof newsCalls, unknown>
let replies: Replies
let asked: string[]
beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Zurich')
  stubBrowser()
  asked = []
  replies = {
    listCategories: { return: true, categories },
    listHeadlines: { ...fresh, items },
    getArticle: {
      return: true,
      title: 'Dollar steady',
      html: '<p>Whole text</p><img src="https://x">',
      at: now - 2 * hourMs,
      link: 'https://news.example/1',
      is_sample: true,
    },
    listEvents: { ...fresh, events },
  }
})
afterEach(() => vi.unstubAllEnvs())

async function openNews(hash = '#/show/news', locale: 'en' | 'ru' = 'en') {
  location.hash = hash
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const name = (Object.keys(replies) as (keyof Replies)[]).find((key) => newsCalls[key].path === path)
    if (name === undefined) return Response.json({}, { status: 404 })
    asked.push(`${name} ${typeof init?.body === 'string' ? init.body : ''}`)
    const reply = replies[name]
    return reply === brokenReply ? new Response('', { status: 502 }) : Response.json(reply)
  })
  const screen = await act(() =>
    renderWithProviders(<RouterProvider router={createTradingRouter(tradingScreens)} />, {
      // Bitcoin is not suggested to this user, and the welcome is over.
      bootstrap: { user: { ...testUser, btc_deposit: true, try_counter: 2 }, now, language: locale },
      texts: ['profile', 'offers'],
      locale,
    }),
  )
  return { ...screen, user: userEvent.setup() }
}

test('headlines of the first category, with their age and a label for invented ones', async () => {
  const { findByRole, getByText, getByRole } = await openNews()
  expect((await findByRole('link', { name: 'Dollar steady' })).getAttribute('href')).toBe('/#/show/news/i1')
  getByText('It moved little.')
  getByText('2 hours ago')
  getByText('1 day ago')
  getByText('Sample data')
  expect(getByRole('navigation', { name: 'Categories' }).textContent).toBe('CurrenciesCryptoEconomic calendar')
  expect(asked).toContain('listHeadlines {"url":"https://Currencies","name":"Currencies"}')
  expect(document.title).toMatch(/^News/)
})

test('another category is a tab in the address, to which an article leads back', async () => {
  const { findByRole, getByRole, findByText, user } = await openNews()
  await user.click(await findByRole('link', { name: 'Crypto' }))
  await user.click(await findByRole('link', { name: 'Dollar steady' }))
  expect(asked).toContain('listHeadlines {"url":"https://Crypto","name":"Crypto"}')
  await findByText('Whole text')
  getByRole('heading', { level: 1, name: 'Dollar steady' })
  expect(document.querySelector('article img')).toBeNull()
  const source = getByRole('link', { name: 'Read it at news.example' })
  expect([source.getAttribute('href'), source.getAttribute('rel')]).toEqual(['https://news.example/1', 'noreferrer'])
  expect(asked).toContain('getArticle {"item":"i1"}')
  await user.click(getByRole('link', { name: 'All news' }))
  expect((await findByRole('link', { name: 'Crypto' })).getAttribute('aria-current')).toBe('page')
})

test('old news say when they were current', async () => {
  replies.listHeadlines = { ...fresh, items, is_stale: true, updated_at: now - 3 * hourMs }
  const { findByText, getByRole } = await openNews()
  await findByText('Last updated 3 hours ago')
  getByRole('link', { name: 'Dollar steady' })
})

test.each([
  ['en', 'error load data.', 'Try again'],
  ['ru', 'Ошибка загрузки данных.', 'Повторить'],
] as const)(
  'news that were never loaded: the text of the specification, and another try (%s)',
  async (locale, text, retry) => {
    replies.listHeadlines = failed
    const { findByText, getByRole, findByRole, user } = await openNews('#/show/news', locale)
    await findByText(text)
    replies.listHeadlines = { ...fresh, items }
    await user.click(getByRole('button', { name: retry }))
    await findByRole('link', { name: 'Dollar steady' })
  },
)

test('a category without articles', async () => {
  replies.listHeadlines = { ...fresh, items: [] }
  const { findByText } = await openNews()
  await findByText('No news at the moment')
})

test('a broker without news, whatever the address says', async () => {
  replies.listCategories = { return: true, categories: [] }
  const { findByText } = await openNews('#/show/news?tab=9')
  await findByText('There are no news here yet')
})

test('an article that is gone', async () => {
  replies.getArticle = { return: false, error: 'news.article_missing', message: 'There is no such article' }
  const { findByRole, getAllByRole, queryByText } = await openNews('#/show/news/gone?tab=2')
  await findByRole('heading', { level: 1, name: 'There is no such article' })
  expect(queryByText(/connection/)).toBeNull()
  const hrefs = getAllByRole('link', { name: 'All news' }).map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual(['/#/show/news?tab=2', '/#/show/news'])
})

test('a source that is read for the first time is waited for', async () => {
  replies.listHeadlines = { ...fresh, updated_at: null, items: [] }
  const { findByRole, findByText, queryByText } = await openNews()
  await findByText('Loading: News')
  expect(queryByText('No news at the moment')).toBeNull()
  replies.listHeadlines = { ...fresh, items }
  await findByRole('link', { name: 'Dollar steady' })
})

test('the calendar shows local times, figures and what comes next, and filters', async () => {
  const { findByRole, user } = await openNews('#/show/news/calendar')
  const main = within(await findByRole('main'))
  await main.findByText(/Europe\/Zurich, GMT\+1/)
  const rows = () => main.getAllByRole('listitem').map((row) => row.textContent?.replaceAll(/\s/g, ' '))
  expect(rows()).toEqual([
    '11:00USDPricesActual3.1%Forecast3%Previous2.9%',
    '12:00USDTradeActualNot published yetForecast3%Previous2.9%',
    '14:00USDJobsin 60 minutesForecast3%Previous2.9%',
    '15:00GBPRetailPrevious2.9%',
  ])
  expect(main.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual([
    'High importance',
    'High importance',
    'High importance',
    'Low importance',
  ])
  await user.click(main.getByRole('radio', { name: 'Medium and high' }))
  expect(rows()).toHaveLength(3)
  expect(main.getByText('3 events').getAttribute('role')).toBe('status')
  await user.click(main.getByRole('button', { name: /Currency/ }))
  await user.click(await findByRole('option', { name: 'GBP' }))
  await main.findByText('No event matches these filters.')
  expect(location.hash).toBe('#/show/news/calendar?importance=medium&currency=GBP')
  await user.click(main.getByRole('button', { name: 'Show all events' }))
  expect(rows()).toHaveLength(4)
  expect(location.hash).toBe('#/show/news/calendar')
})

test('the calendar opens with the filters of its address', async () => {
  const { findByText, queryByText } = await openNews('#/show/news/calendar?importance=high&currency=USD')
  await findByText('Jobs')
  expect(queryByText('Retail')).toBeNull()
})

test('events of the days before today are shown on demand', async () => {
  const midnight = Date.UTC(2026, 10, 21, 23)
  replies.listEvents = {
    ...fresh,
    events: [event('Before', { atMs: midnight - 1 }), event('First', { atMs: midnight }), ...events],
  }
  const { findByRole, findByText, queryByText, getByText, getByRole, user } = await openNews('#/show/news/calendar')
  await findByText('First')
  expect(queryByText('Before')).toBeNull()
  expect(getByRole('heading', { level: 2 }).textContent).toBe('Sunday, November 22 · today')
  await user.click(await findByRole('button', { name: 'Show 1 earlier event' }))
  getByText('Before')
  expect(getByRole('heading', { level: 2, name: 'Saturday, November 21' }).textContent).not.toContain('today')
})

test('what comes next, of medium importance at least, is shown beside the news and leads to the calendar', async () => {
  const { findByRole } = await openNews()
  const aside = within(await findByRole('complementary', { name: 'Coming up' }))
  expect(aside.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['JobsUSD · 14:00 · in 60 minutes'])
  expect(aside.getByRole('link', { name: 'Whole calendar' }).getAttribute('href')).toBe('/#/show/news/calendar')
})

test('news are read without the calendar', async () => {
  replies.listEvents = brokenReply
  const { findByRole, queryByRole } = await openNews()
  await findByRole('link', { name: 'Dollar steady' })
  expect(queryByRole('complementary', { name: 'Coming up' })).toBeNull()
})

test('a calendar that was never loaded, and one that is old', async () => {
  replies.listEvents = failed
  const { findByRole, user } = await openNews('#/show/news/calendar')
  const main = within(await findByRole('main'))
  await main.findByText('error load data.')
  replies.listEvents = { ...fresh, events, is_stale: true, updated_at: now - 26 * hourMs }
  await user.click(main.getByRole('button', { name: 'Try again' }))
  await main.findByText('Last updated 1 day ago')
  expect(main.getAllByRole('listitem')).toHaveLength(4)
})
