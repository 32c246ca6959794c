import { locales } from '@tradefront/texts/locales'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type TestApp, startTestApp } from '../../testing/app/test-app.ts'
import { sanitizeHtml } from './sanitize-html.ts'
import { createPagesService } from './service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test.each([
  ['GET', '/api/pg/terms'],
  ['GET', '/api/pg/home'],
  ['GET', '/api/pg/funding'],
  ['GET', '/api/pg/personal'],
  ['GET', '/api/pg/contest'],
  ['POST', '/api/pg/risk'],
  ['GET', '/api/ag/dialog_entro_start'],
  ['POST', '/api/ag/dialog_entro_pin'],
  ['GET', '/api/ag/modal'],
  ['GET', '/api/ag/modal_risk'],
] as const)('%s %s answers in both languages', async (method, url) => {
  const client = await app.openClient()
  const reply = await client.send({ method, url })
  expect(reply).toMatchObject({ status: 200, json: { return: true, language: 'en', page: url.split('/').at(-1) } })
  client.cookies.set('lang', 'ru')
  const russian = await client.send({ method, url })
  expect(russian).toMatchObject({ status: 200, json: { language: 'ru', html: expect.stringMatching(/[а-я]/) } })
})

test.each(['about', 'terms', 'privacy', 'risk', 'bonus', 'fees', 'faq', 'contacts'])(
  'sanitizing does not change the built-in page %s in any language',
  async (page) => {
    const pages = createPagesService({ db: app.database.db, clock: app.clock })
    for (const language of locales) {
      const content = await pages.findPage('pg', page, language)
      expect(content?.html.length).toBeGreaterThan(500)
      expect(await sanitizeHtml(content?.html ?? '')).toBe(content?.html)
    }
  },
)

test.each(['modal-register', 'modal-register-demo', 'modal-promo'])(
  'POST /api/modal/%s returns its content in the language of the client',
  async (name) => {
    const client = await app.openClient()
    const reply = await client.post(`/api/modal/${name}`, {})
    expect(reply).toMatchObject({
      status: 200,
      json: { return: true, content: expect.stringMatching(/^<p>.+<\/p>$/s) },
    })
    client.cookies.set('lang', 'ru')
    expect((await client.post(`/api/modal/${name}`, {})).json).toMatchObject({ title: expect.stringMatching(/[а-я]/) })
  },
)

test('an unknown modal is refused', async () => {
  expect(await (await app.openClient()).post('/api/modal/terms', {})).toMatchObject({ status: 400 })
})

test.each(['/api/pg/nothing', '/api/ag/terms', '/api/pg/__proto__', '/api/pg/UP'])(
  'the unknown page %s is refused',
  async (path) => {
    const { status } = await (await app.openClient()).get(path)
    expect([400, 404]).toContain(status)
  },
)

test('an operator’s page replaces the built-in one, sanitized, in its language only', async () => {
  const pages = createPagesService({ db: app.database.db, clock: app.clock })
  const words = { title: 'Ours', html: '<p onclick="x()">Hi<script>alert(1)</script></p>' }
  expect(await pages.savePage({ area: 'pg', name: 'risk' }, 'en', words, { actor: 'operator:anna' })).toBe('<p>Hi</p>')
  const client = await app.openClient()
  expect((await client.get('/api/pg/risk')).json).toMatchObject({ title: 'Ours', html: '<p>Hi</p>' })
  client.cookies.set('lang', 'ru')
  expect((await client.get('/api/pg/risk')).json).toMatchObject({ title: 'Предупреждение о риске' })
})

test('a page that another program wrote is sanitized when it is served', async () => {
  await app.database.pool.query(
    "insert into pages values ('ag', 'raw', 'en', 'Raw', '<img src=x onerror=alert(1)><iframe src=//evil></iframe>ok', now())",
  )
  expect((await (await app.openClient()).get('/api/ag/raw')).json).toMatchObject({
    html: expect.not.stringMatching(/onerror|iframe|evil/),
  })
})

test.each([
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)//>',
  '<IMG SRC="https://evil.example/x.png" ONERROR="alert(1)">',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="  javascript:alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<a href="vbscript:x">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="https://evil.example"></object><embed src="https://evil.example">',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<form action="https://evil.example"><input name="password"><button>Go</button></form>',
  '<p id="root" name="boot" class="fixed inset-0" style="position:fixed">x</p>',
  '<div><style>@import "https://evil.example/x.css";</style></div>',
  '<template><script>alert(1)</script></template>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<p onclick="alert(1)" onmouseover=alert(1) data-x="1">x</p>',
  '<img src="//evil.example/x.png"><img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '\u0000<script\u0000>alert(1)</script>',
  `${'<div>'.repeat(5000)}<script>alert(1)</script>`,
])('active content is removed from %s', async (given) => {
  const cleaned = await sanitizeHtml(given)
  expect(cleaned).not.toMatch(
    /<\s*(?:script|style|iframe|object|embed|form|input|button|textarea|svg|math|base|meta|link|template|noscript)\b/i,
  )
  expect(cleaned).not.toMatch(/<[^>]*\s(?:on\w+|style|class|id|name|srcdoc|action)\s*=/i)
  expect(cleaned).not.toMatch(/(?:href|src)\s*=\s*["']?\s*(?:javascript|vbscript|data|\/\/)/i)
  expect(cleaned).not.toMatch(/<img[^>]*evil/i)
  expect(await sanitizeHtml(cleaned), 'cleaning again changes nothing').toBe(cleaned)
})

test.each([
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="https://example.com/" target="_blank">x</a>', '<a href="https://example.com/">x</a>'],
  ['<a href="//evil.example">x</a>', '<a>x</a>'],
  ['<form action="/api/logout" method="post"><input></form>', ''],
  ['<style>*{display:none}</style><p style="color:red">x</p>', '<p>x</p>'],
  ['<svg onload=alert(1)><math>', ''],
  [
    '<h2>T</h2><ul><li>a</li></ul><table><tr><td>1</td></tr></table>',
    '<h2>T</h2><ul><li>a</li></ul><table><tr><td>1</td></tr></table>',
  ],
])('sanitizes %s', async (given, clean) => {
  expect(await sanitizeHtml(given)).toBe(clean)
})
