import type { DeskHeadline, DeskPage, DeskPageSummary } from '@tradefront/contract/desk-marketing'
import type { OperatorActionName } from '@tradefront/contract/operator-actions'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../../test/fixtures/app/test-app.ts'
import { openTestDesk, type TestDesk, type TestOperator } from '../../test/fixtures/operators/desk-fixture.ts'
import { findItem, listItems, saveItems } from '../modules/news/store.ts'

let app: TestApp
let desk: TestDesk
let editor: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  desk = await openTestDesk(app)
  editor = await desk.createOperator('marketing')
})
afterAll(async () => {
  await desk.stop()
  await app.stop()
})

const order = (action: OperatorActionName, input: object) => {
  app.clock.advance(1000)
  return editor.order(action, input)
}
const readPage = async (page: string) => (await editor.get(`/api/desk/page?page=${page}`))['page'] as DeskPage
const readAsVisitor = async (name: string) => (await (await app.openClient()).get(`/api/pg/${name}`)).json

test('a page is changed without a signature: readers see it cleaned, with its numbers, in its language only', async () => {
  const page = 'pg/risk/en'
  const before = await readPage(page)
  expect(before).toMatchObject({ name: 'risk', language: 'en', changedAtMs: null, versions: [] })
  const words = { title: 'Risk', html: '<p onclick="x()">{day_limit} a day<script>x()</script></p>' }
  expect(await order('page.change', { page, ...words, changedAtMs: null })).toMatchObject({ state: 'done' })
  const { html } = (await readAsVisitor('risk')) as { html: string }
  expect(html).toMatch(/^<p>\d+ a day<\/p>$/)
  const after = await readPage(page)
  expect(after).toMatchObject({ title: 'Risk', html: '<p>{day_limit} a day</p>' })
  expect(html).toContain(`${after.numbers['day_limit']} a day`)
  expect(after.versions).toMatchObject([{ operator: editor.name, reason: 'as agreed', content: { title: 'Risk' } }])
  expect((await readPage('pg/risk/ru')).changedAtMs).toBeNull()
  const pages = (await editor.get('/api/desk/pages'))['pages'] as DeskPageSummary[]
  expect(pages.filter(({ changedAtMs }) => changedAtMs !== null)).toMatchObject([{ page }])
})

test('what another operator has changed since then is not overwritten', async () => {
  const page = 'pg/about/en'
  const words = { title: 'About', html: '<p>One</p>' }
  await order('page.change', { page, ...words, changedAtMs: null })
  const { changedAtMs } = await readPage(page)
  for (const stale of [null, (changedAtMs ?? 0) - 1000])
    expect(await order('page.change', { page, ...words, html: '<p>Two</p>', changedAtMs: stale })).toMatchObject({
      state: 'refused',
      note: 'desk.changed',
    })
  expect((await readPage(page)).html).toBe('<p>One</p>')
  expect(await order('page.change', { page, ...words, html: '<p>Two</p>', changedAtMs })).toMatchObject({
    state: 'done',
  })
})

test('an earlier version can be restored, and the text of the product', async () => {
  const page = 'pg/fees/en'
  const { html: builtIn } = await readPage(page)
  const change = async (html: string) =>
    order('page.change', { page, title: 'Fees', html, changedAtMs: (await readPage(page)).changedAtMs })
  await change('<p>One</p>')
  await change('<p>Two</p>')
  const { versions, changedAtMs } = await readPage(page)
  expect(versions.map(({ content }) => content?.html)).toEqual(['<p>Two</p>', '<p>One</p>'])
  const [two, one] = versions
  expect(await order('page.restore', { page, version: one?.id, changedAtMs: null })).toMatchObject({
    note: 'desk.changed',
  })
  expect(await order('page.restore', { page, version: one?.id, changedAtMs })).toMatchObject({ state: 'done' })
  expect(await readAsVisitor('fees')).toMatchObject({ html: '<p>One</p>' })
  const restored = await readPage(page)
  const foreign = { page: 'pg/faq/en', version: two?.id, changedAtMs: null }
  expect(await order('page.restore', foreign)).toMatchObject({ state: 'refused' })
  await order('page.restore', { page, version: null, changedAtMs: restored.changedAtMs })
  const last = await readPage(page)
  expect(last).toMatchObject({ html: builtIn, changedAtMs: null })
  expect(last.versions.map(({ content }) => content?.html ?? null)).toEqual([
    null,
    '<p>One</p>',
    '<p>Two</p>',
    '<p>One</p>',
  ])
})

test.each([
  ['modal/nothing/en', '<p>x</p>'],
  ['pg/risk/he-XB', '<p>x</p>'],
  ['pg/news-letter/en', '<script>x()</script>'],
])('the page %s with %s is refused', async (page, html) => {
  expect(await order('page.change', { page, title: 'x', html, changedAtMs: null })).toMatchObject({ state: 'refused' })
})

test('a hidden item of news is gone for traders, also when its feed brings it again, until it is shown again', async () => {
  const { db } = app.database
  const source = 'https://news.example/feed'
  const [one, other] = ['a', 'b'].map((letter) => letter.repeat(32))
  await db.insertInto('news_sources').values({ url: source, next_fetch_at: new Date() }).execute()
  const items = [one, other].map((id = '') => ({
    id,
    title: `Title ${id[0]}`,
    summary: '',
    html: '',
    link: null,
    publishedAt: null,
  }))
  const bring = () => saveItems(db, source, items, app.clock.now(), { maxItems: 9, keptSince: new Date(0) })
  await bring()
  expect(await order('news.hide', { headline: one })).toMatchObject({ state: 'done' })
  expect(await order('news.hide', { headline: one })).toMatchObject({ state: 'refused', note: 'desk.changed' })
  await bring()
  expect((await listItems(db, source, 9)).map(({ id }) => id)).toEqual([other])
  expect(await findItem(db, one ?? '')).toBeNull()
  const list = async () => (await editor.get('/api/desk/headlines'))['headlines'] as DeskHeadline[]
  expect(await list()).toMatchObject([
    { id: one, source: 'news.example', hiddenAtMs: expect.any(Number) },
    { id: other, hiddenAtMs: null },
  ])
  expect(await order('news.show', { headline: one })).toMatchObject({ state: 'done' })
  expect(await listItems(db, source, 9)).toHaveLength(2)
  expect(await order('news.show', { headline: one })).toMatchObject({ state: 'refused' })
})

test('payments neither read nor change pages and news', async () => {
  const payments = await desk.createOperator('payments', 'support', 'risk')
  for (const path of ['pages', 'page?page=pg/risk/en', 'headlines'])
    expect(await payments.get(`/api/desk/${path}`), path).toMatchObject({ error: 'desk.no_right' })
  const input = { page: 'pg/risk/en', version: null, changedAtMs: null }
  expect(await payments.request('page.restore', input)).toMatchObject({ error: 'desk.no_right' })
  expect(await payments.request('news.hide', { headline: 'a'.repeat(32) })).toMatchObject({ error: 'desk.no_right' })
})
