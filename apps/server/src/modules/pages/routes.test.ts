import { randomUUID } from 'node:crypto'

import type { DepositView } from '@tradefront/contract/deposits'
import { locales } from '@tradefront/texts/locales'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { minuteMs } from '../../platform/clock.ts'
import { type TestApp, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { saveCard } from '../../../test/fixtures/cards/pay-by-card.ts'
import { sanitizeHtml } from '../../platform/http/sanitize-html.ts'
import { createSettingsService } from '../settings/service.ts'
import { findPage, findPageSource, savePage } from './service.ts'

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
  ['GET', '/api/ag/modal_bitcoin'],
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
    for (const language of locales) {
      const content = await findPage(app.context, 'pg', page, language)
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
  const words = { title: 'Ours', html: '<p onclick="x()">Hi<script>alert(1)</script></p>' }
  expect(await savePage(app.context, { area: 'pg', name: 'risk' }, 'en', words, { actor: 'operator:anna' })).toBe(
    '<p>Hi</p>',
  )
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

test('the numbers of the pages follow the settings, in both languages', async () => {
  const client = await app.openClient()
  const readPage = async (name: string, language: string) => {
    client.cookies.set('lang', language)
    const { html } = (await client.get(`/api/pg/${name}`)).json as { html: string }
    return html.replaceAll(/[\u00a0\u202f]/g, ' ')
  }
  const settings = createSettingsService({ db: app.database.db, clock: app.clock })
  const by = { actor: 'operator:anna' }

  expect(await readPage('terms', 'en')).toMatch(/deposit is 250 US dollars.*up to 3 times a day/s)
  expect(await readPage('bonus', 'en')).toMatch(/<td>20%<\/td>.*from 1,000.*50%.*from 3,000.*100%.*30 times.*15,000/s)
  expect(await readPage('fees', 'ru')).toMatch(/10 000 долларов.*3 в день/s)
  await settings.setSetting('card_day_limit', 7, by)
  await settings.setSetting('bonus_turnover_factor', 40, by)
  await settings.setSetting('deposit_turnover_factor', 2.5, by)
  await settings.setSetting('refund_days', 12, by)
  await settings.setSetting('card_number_days', 45, by)
  await settings.setSetting('sale_fee_percent', 2.5, by)
  // The settings are read again after that time.
  app.clock.advance(minuteMs)
  expect(await readPage('terms', 'en')).toMatch(/up to 7 times a day.*staked its amount × 2\.5 of your own money/s)
  expect(await readPage('terms', 'ru')).toMatch(/не чаще 7 раз.*собственных средств на его сумму × 2,5;/s)
  expect(await readPage('bonus', 'en')).toMatch(/40 times.*turnover of 20,000/s)
  expect(await readPage('bonus', 'ru')).toMatch(/в 40 раз.*оборота 20 000/s)
  expect(await readPage('fees', 'en')).toMatch(
    /2\.5% of its value when it is sold.*7 a day.*within 12 days.*60 times in roubles/s,
  )
  expect(await readPage('fees', 'ru')).toMatch(
    /2,5 % её стоимости в момент продажи.*7 в день.*12 дней.*в 60 раз больше/s,
  )
  expect(await readPage('privacy', 'en')).toMatch(
    /erased 45 days after.*IP addresses.*400 days.*devices.*Reports of your browser.*30 days/s,
  )
  expect(await readPage('privacy', 'ru')).toMatch(
    /через 45 дней.*IP-адреса.*400 дней.*устройства.*Отчёты вашего браузера.*30 дней/s,
  )
  for (const name of ['about', 'terms', 'privacy', 'risk', 'bonus', 'fees', 'faq', 'contacts'])
    for (const language of locales) expect(await readPage(name, language)).not.toContain('{')
})

test.each(locales)('deposits get the bonuses of the page of bonus rules (%s)', async (language) => {
  const { client } = await app.registerTrader()
  await client.post('/api/preferences', { language })
  await saveCard(client, '4242424242424242', 'UNIVERSE-OK')
  const { html, ...page } = (await client.get('/api/pg/bonus')).json as { html: string }
  expect(page).toMatchObject({ language })
  const readNumber = (cell: string | undefined) => Number(cell?.replaceAll(/<[^>]*>|\D/g, ''))
  const readPercent = async (path: string, amount: number, body: object = {}) => {
    const { json } = await client.post(path, { ...body, amount, fixed: 0, bonus: 1 })
    return Math.round((100 * ((json as { deposit: DepositView }).deposit.bonus_amount ?? 0)) / amount)
  }
  const payByCard = (amount: number) => readPercent('/api/card/deposit', amount)
  const report = (amount: number) =>
    readPercent('/api/report/bank', amount, { email: 'a@example.com', currency: 'USD', random: randomUUID() })
  const rows = [...html.matchAll(/<tr><th scope="row">.*?<\/tr>/gs)].map(([row]) => row.split('</td>').map(readNumber))
  expect(rows).toHaveLength(3)
  for (const [index, [cardFrom = 0, otherFrom = 0, percent]] of rows.entries()) {
    // The lowest tier is below these amounts, and the others start at them.
    const change = index === 0 ? -1 : 0
    expect([await payByCard(cardFrom + change), await report(otherFrom + change)]).toEqual([percent, percent])
    const [, , lower] = rows[index - 1] ?? []
    if (lower !== undefined)
      expect([await payByCard(cardFrom - 1), await report(otherFrom - 1)]).toEqual([lower, lower])
  }
})

test('an operator edits placeholders, and visitors see the numbers', async () => {
  const by = { actor: 'Anna', osUser: 'tester', reason: 'shorter' }
  expect((await findPageSource(app.context, 'pg', 'fees', 'en'))?.html).toContain('{day_limit} a day')
  const html = '<p>{day_limit} a day, {unknown} and {</p>'
  await savePage(app.context, { area: 'pg', name: 'limits' }, 'en', { title: 'Limits', html }, by)
  expect((await findPageSource(app.context, 'pg', 'limits', 'en'))?.html).toBe(html)
  expect((await findPage(app.context, 'pg', 'limits', 'en'))?.html).toMatch(/<p>\d a day, \{unknown\} and \{<\/p>/)
})
