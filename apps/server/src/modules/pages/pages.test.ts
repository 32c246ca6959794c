import { locales } from '@tradefront/texts/locales'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type TestApp, startTestApp } from '../../testing/app.ts'
import { cleanHtml } from './clean.ts'
import { createPagesService } from './service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test.each([
  ['GET', '/api/pg/terms'],
  ['POST', '/api/pg/risk'],
  ['GET', '/api/ag/dialog_entro_start'],
  ['POST', '/api/ag/dialog_entro_pin'],
  ['GET', '/api/ag/modal'],
  ['GET', '/api/ag/modal_risk'],
] as const)('%s %s answers in both languages', async (method, url) => {
  const client = await app.client()
  const reply = await client.send({ method, url })
  expect(reply).toMatchObject({ status: 200, json: { return: true, language: 'en', page: url.split('/').at(-1) } })
  client.cookies.set('lang', 'ru')
  const russian = await client.send({ method, url })
  expect(russian).toMatchObject({ status: 200, json: { language: 'ru', html: expect.stringMatching(/[а-я]/) } })
})

test.each(['about', 'terms', 'privacy', 'risk', 'bonus', 'fees', 'faq', 'contacts'])(
  'our own words of %s pass the cleaner as they are, in both languages',
  async (page) => {
    const pages = createPagesService({ db: app.database.db, clock: app.clock })
    for (const language of locales) {
      const content = await pages.read('pg', page, language)
      const plain = (html: string) => html.replaceAll(' rel="noopener noreferrer"', '')
      expect(content?.html.length).toBeGreaterThan(500)
      expect(plain(await cleanHtml(content?.html ?? ''))).toBe(content?.html)
    }
  },
)

test.each(['modal-register', 'modal-register-demo', 'modal-promo'])(
  'POST /api/modal/%s gives its content',
  async (name) => {
    const client = await app.client()
    const reply = await client.post(`/api/modal/${name}`, {})
    expect(reply).toMatchObject({
      status: 200,
      json: { return: true, content: expect.stringMatching(/^<p>.+<\/p>$/s) },
    })
    client.cookies.set('lang', 'ru')
    expect((await client.post(`/api/modal/${name}`, {})).json).toMatchObject({ title: expect.stringMatching(/[а-я]/) })
  },
)

test('a modal of another name is refused', async () => {
  expect(await (await app.client()).post('/api/modal/terms', {})).toMatchObject({ status: 400 })
})

test.each(['/api/pg/nothing', '/api/ag/terms', '/api/pg/__proto__', '/api/pg/UP'])('%s is not there', async (path) => {
  const { status } = await (await app.client()).get(path)
  expect([400, 404]).toContain(status)
})

test('an operator’s words stand in place of ours, cleaned, in their language only', async () => {
  const pages = createPagesService({ db: app.database.db, clock: app.clock })
  await pages.write('pg', 'risk', 'en', { title: 'Ours', html: '<p onclick="x()">Hi<script>alert(1)</script></p>' })
  const client = await app.client()
  expect((await client.get('/api/pg/risk')).json).toMatchObject({ title: 'Ours', html: '<p>Hi</p>' })
  client.cookies.set('lang', 'ru')
  expect((await client.get('/api/pg/risk')).json).toMatchObject({ title: 'Предупреждение о риске' })
})

test('a row that was written past us is cleaned on the way out', async () => {
  await app.database.pool.query(
    "insert into pages values ('ag', 'raw', 'en', 'Raw', '<img src=x onerror=alert(1)><iframe src=//evil></iframe>ok', now())",
  )
  expect((await (await app.client()).get('/api/ag/raw')).json).toMatchObject({
    html: expect.not.stringMatching(/onerror|iframe|evil/),
  })
})

test.each([
  ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener noreferrer">x</a>'],
  ['<a href="https://example.com/" target="_blank">x</a>', '<a href="https://example.com/">x</a>'],
  ['<a href="//evil.example">x</a>', '<a>x</a>'],
  ['<form action="/api/logout" method="post"><input></form>', ''],
  ['<style>*{display:none}</style><p style="color:red">x</p>', '<p>x</p>'],
  ['<svg onload=alert(1)><math>', ''],
  [
    '<h2>T</h2><ul><li>a</li></ul><table><tr><td>1</td></tr></table>',
    '<h2>T</h2><ul><li>a</li></ul><table><tr><td>1</td></tr></table>',
  ],
])('cleans %s', async (given, clean) => {
  const cleaned = await cleanHtml(given)
  expect(cleaned.replaceAll(' rel="noopener noreferrer"', '')).toBe(clean.replaceAll(' rel="noopener noreferrer"', ''))
})
