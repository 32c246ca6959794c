import { pseudoLocale } from '@tradefront/texts/locale-info'
import { locales } from '@tradefront/texts/locales'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { readBootstrap, startSiteApp } from '../../../test/fixtures/site/site-app.ts'

const { app, webDir, stop } = await startSiteApp()
afterAll(stop)

describe('the page', () => {
  test('has language, direction, theme and the bootstrap JSON', async () => {
    const client = await app.openClient()
    client.cookies.set('theme', 'dark')
    const reply = await client.get('/ru/login')
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('<html lang="ru" dir="ltr" data-theme="dark">')
    expect(readBootstrap(reply.text)).toMatchObject({
      user: null,
      language: 'ru',
      country: 'FR',
      offers: [],
    })
    expect(readBootstrap(reply.text)).not.toHaveProperty('countries')
    expect(client.cookies.get('lang')).toBe('ru')
  })

  test('has the shell of the trading area for a trader, and that of a page of the server for everyone', async () => {
    const { client, userId } = await app.registerTrader()
    await app.database.db
      .updateTable('users')
      .set({ first_name: '<b>Ada</b>', last_name: 'Byron' })
      .where('id', '=', userId)
      .execute()
    const root = async (path: string, reader = client) =>
      /<div id="root".*?>(.*)<\/div>/.exec((await reader.get(path)).text)?.[0]
    expect(await root('/en/trading')).toBe(
      '<div id="root" data-shell><p>Shell of &lt;b&gt;Ada&lt;/b&gt; Byron: $0.00 USD</p></div>',
    )
    expect(await root('/ru/trading/')).toBe('<div id="root" data-shell><p>Оболочка</p></div>')
    expect(await root('/en/show/terms')).toBe('<div id="root" data-shell><p>Page</p></div>')
    expect(await root('/en/forgot')).toBe('<div id="root"></div>')
    const visitor = await app.openClient()
    expect(await root('/ru/show/contacts', visitor)).toBe('<div id="root" data-shell><p>Страница</p></div>')
    expect(await root('/en/trading', visitor)).toBe('<div id="root"></div>')
  })

  test('asks the browser at once for the scripts that it starts with', async () => {
    const { client } = await app.registerTrader()
    const visitor = await app.openClient()
    const preloads = async (reader: typeof client, path: string) =>
      (await reader.get(path)).text.match(/<link rel="modulepreload" href="[^"]+" crossorigin fetchpriority="low">/g)
    expect(await preloads(client, '/en/trading')).toEqual([
      '<link rel="modulepreload" href="/assets/area.js" crossorigin fetchpriority="low">',
    ])
    expect(await preloads(visitor, '/ru/login')).toEqual([
      '<link rel="modulepreload" href="/assets/page.js" crossorigin fetchpriority="low">',
    ])
    expect(await preloads(visitor, '/en/trading')).toBeNull()
  })

  test('hides Skrill from traders of the countries without it', async () => {
    for (const [country, isHidden] of [
      ['DE', true],
      ['AU', false],
    ] as const) {
      const { client } = await app.registerTrader({ country })
      const { settings } = readBootstrap((await client.get('/en/trading')).text) as {
        settings: { hiddenTabs: string[] }
      }
      expect(settings.hiddenTabs.includes('skrill'), country).toBe(isHidden)
    }
  })

  test('contains the user and a valid CSRF token', async () => {
    const { client, form } = await app.registerTrader()
    const boot = readBootstrap((await client.get('/en/trading')).text)
    // It is the trader's own country, because there is no proxy that knows one.
    expect(boot).toMatchObject({ user: { email: form.login }, country: form.country })
    expect(form.country).not.toBe('FR')
    expect(await client.post('/api/fraud/user', {}, { 'x-csrf-token': String(boot['csrf']) })).toMatchObject({
      status: 200,
    })
  })

  test('escapes names in the bootstrap JSON', async () => {
    const evil = '</script><script>alert(1)</script><!--'
    const { client } = await app.registerTrader({ firstName: evil })
    const { text } = await client.get('/en/trading')
    expect(text).not.toContain('alert(1)</script>')
    // The scripts of the page, of its bootstrap and of its replies.
    expect(text.match(/<script/g)).toHaveLength(3)
    expect(readBootstrap(text)).toMatchObject({ user: { firstName: evil } })
  })

  const readPolicy = async (path: string) =>
    String((await (await app.openClient()).get(path)).headers['content-security-policy'])

  test.each(['/en/trading', '/ru/trading/'])('%s allows no inline scripts, and of others only ZOOM’s', async (path) => {
    const policy = await readPolicy(path)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self' http://127.0.0.1:1/zoom/script.js;")
    expect(policy).toContain("connect-src 'self' ws://localhost http://127.0.0.1:1/zoom/tokenize/;")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self' http://127.0.0.1:1;")
    expect(policy).toContain('frame-src http://127.0.0.1:1;')
    expect(policy).not.toMatch(/unsafe|\*/)
  })

  test.each(['/en/', '/en/login', '/en/register', '/en/show/terms', '/en/autologin?email=a', '/en/nothing'])(
    '%s, on which no card is paid, allows no processor',
    async (path) => {
      const policy = await readPolicy(path)
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("connect-src 'self' ws://localhost;")
      expect(policy).toContain("form-action 'self';")
      expect(policy.replace(/frame-src [^;]*/, '')).not.toContain('127.0.0.1')
    },
  )

  test('on which documents are photographed is the only one that can use the camera, and no frame of another site can', async () => {
    const client = await app.openClient()
    const readCamera = async (path: string) =>
      /camera=\([^)]*\)/.exec(String((await client.get(path)).headers['permissions-policy']))?.[0]
    for (const path of ['/en/trading', '/ru/trading/', '/en/trading?x=1'])
      expect(await readCamera(path), path).toBe('camera=(self)')
    for (const path of ['/', '/en/', '/en/login', '/en/ladder', '/en/show/terms', '/en/trading/more', '/api/settings'])
      expect(await readCamera(path), path).toBe('camera=()')
  })

  test('of the ladder can be shown in a frame of this site only, and says that a link is not valid', async () => {
    const { client } = await app.registerTrader()
    const { url } = (await client.post('/api/us/ladder')).json as { url: string }
    const { status, headers, text } = await client.get(url)
    expect(status).toBe(200)
    expect(text).not.toContain('ladder-expired')
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/unsafe|\*/)
    const other = await app.registerTrader()
    for (const [each, address] of [
      [client, '/en/ladder'],
      [client, `${url}x`],
      [other.client, url],
      [await app.openClient(), url],
    ] as const) {
      const refused = await each.get(address)
      expect(refused.status).toBe(403)
      expect(refused.text).toContain('<script id="ladder-expired"')
    }
  })

  test('ignores an unknown theme', async () => {
    const client = await app.openClient()
    client.cookies.set('theme', '"><script>')
    expect((await client.get('/en/login')).text).toContain('data-theme="system"')
  })
})

test('the page has no comments', async () => {
  expect((await (await app.openClient()).get('/en/login')).text).not.toContain('<!--')
})

describe('the pseudo language', () => {
  test('is served only if it is switched on', async () => {
    expect(await (await app.openClient()).get('/he-XB/login')).toMatchObject({ status: 404 })
    const open = await startTestApp({ config: { webDir, servedLocales: [...locales, pseudoLocale] } })
    const client = await open.openClient()
    const { status, text } = await client.get('/he-XB/login')
    expect({ status, right: text.includes('<html lang="he-XB" dir="rtl"') }).toEqual({ status: 200, right: true })
    expect((await client.get('/api/pg/fees')).json).toMatchObject({ title: expect.stringContaining('\u202e') })
    await open.stop()
  })

  test('is never chosen automatically', async () => {
    const reply = await (await app.openClient()).get('/', { 'accept-language': 'he-XB,he;q=0.9' })
    expect(reply.headers.location).toBe('/en/')
  })
})

describe('a preview of a language', () => {
  let open: TestApp
  beforeAll(async () => {
    open = await startTestApp({ config: { webDir, servedLocales: [...locales, 'ar'] } })
  })
  afterAll(() => open.stop())

  test('is served, and offered to the page, only if it is switched on', async () => {
    const closed = await app.openClient()
    expect(await closed.get('/ar/login')).toMatchObject({ status: 404 })
    expect(readBootstrap((await closed.get('/en/login')).text)).toMatchObject({ previewLanguages: [] })
    const { status, text } = await (await open.openClient()).get('/ar/login')
    expect({ status, isArabic: text.includes('<html lang="ar" dir="rtl"') }).toEqual({ status: 200, isArabic: true })
    expect(readBootstrap(text)).toMatchObject({ language: 'ar', previewLanguages: ['ar'] })
  })

  test('is chosen by hand, never by the browser or named to search engines', async () => {
    const client = await open.openClient()
    expect((await client.get('/', { 'accept-language': 'ar,en;q=0.5' })).headers.location).toBe('/en/')
    expect((await client.get('/ru/login')).text).not.toContain('hreflang="ar"')
    expect(await client.post('/api/preferences', { language: 'ar' })).toMatchObject({ status: 200 })
    expect((await client.get('/')).headers.location).toBe('/ar/')
    const refused = await (await app.openClient()).post('/api/preferences', { language: 'ar' })
    expect(refused).toMatchObject({ status: 400, json: { fields: { language: 'This value is not valid.' } } })
  })

  test('is left for English once it is switched off, also by a trader who had chosen it', async () => {
    const { client, userId } = await app.registerTrader()
    await app.database.db.updateTable('users').set({ language: 'ar' }).where('id', '=', userId).execute()
    expect((await client.get('/')).headers.location).toBe('/en/trading')
  })

  test('has messages of its own, and the pages of English', async () => {
    const client = await open.openClient()
    await client.get('/ar/login')
    expect((await client.get('/api/unknown')).json).toMatchObject({ message: 'لم نعثر على ما طلبته.' })
    expect((await client.get('/api/pg/fees')).json).toMatchObject({ html: expect.stringMatching(/^<p>All that/) })
  })
})

describe('a prerendered page', () => {
  test.each(['/en/', '/en', '/en/?utm=1'])(
    'is part of %s for a visitor, with its title and description',
    async (address) => {
      const { text } = await (await app.openClient()).get(address)
      expect(text).toContain('<div id="root"><h1>Drawn en / true</h1></div>')
      expect(text).toContain('<title>First &amp; &quot;best&quot;</title>')
      expect(text).toContain('<meta name="description" content="What &lt;it&gt; is">')
      expect(text).toContain('<link rel="preload" href="/assets/inter-cyrillic.woff2" as="font"')
      expect(readBootstrap(text)).toMatchObject({ user: null, sandbox: true })
    },
  )

  test('tells others its languages and what a link to it shows', async () => {
    const { text } = await (await app.openClient()).get('/ru/login')
    const origin = app.context.config.publicUrl
    for (const tag of [
      `<link rel="canonical" href="${origin}/ru/login">`,
      `<link rel="alternate" hreflang="en" href="${origin}/en/login">`,
      `<link rel="alternate" hreflang="ru" href="${origin}/ru/login">`,
      '<meta property="og:title" content="First &amp; &quot;best&quot;">',
      `<meta property="og:image" content="${origin}/share-ru.png">`,
    ])
      expect(text).toContain(tag)
  })

  test('is not needed to describe a page to others', async () => {
    const client = await app.openClient()
    const [proof, fees, reset, unknown] = await Promise.all(
      ['/en/proof', '/ru/show/fees', '/en/reset', '/en/show/nothing'].map(
        async (path) => (await client.get(path)).text,
      ),
    )
    const origin = app.context.config.publicUrl
    expect(proof).toContain('<meta name="description" content="What &lt;it&gt; is">')
    expect(proof).toContain(`<link rel="canonical" href="${origin}/en/proof">`)
    expect(proof).toContain('<div id="root"></div>')
    expect(fees).toContain('<title>Комиссии и лимиты · Tradefront</title>')
    expect(fees).toMatch(/<meta name="description" content="Всё, чего стоят [^<>"]{20,160}">/)
    expect(fees).toContain(`<link rel="alternate" hreflang="en" href="${origin}/en/show/fees">`)
    expect(reset).toContain('<meta name="robots" content="noindex">')
    expect(reset).not.toContain('canonical')
    expect(unknown).toMatch(/<title>[^<]+ · Tradefront<\/title><meta name="robots" content="noindex">/)
  })

  test.each([
    ['', '(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'],
    ['light', 'all', 'not all'],
    ['dark', 'not all', 'all'],
  ])('with the theme %j, the browser has the colour of that theme', async (theme, light, dark) => {
    const client = await app.openClient()
    client.cookies.set('theme', theme)
    const { text } = await client.get('/en/')
    const colors = [...text.matchAll(/<meta name="theme-color" id="color-(\w+)" content="#\w{6}" media="(.*?)">/g)]
    expect(colors.map(([, name, media]) => [name, media])).toEqual([
      ['light', light],
      ['dark', dark],
    ])
  })

  test('is used only for its language and path', async () => {
    const client = await app.openClient()
    expect((await client.get('/ru/login')).text).toContain('<h1>Drawn ru /login true</h1>')
    for (const address of ['/ru/', '/en/login', '/en/register', '/ru/login/more'])
      expect((await client.get(address)).text, address).toContain('<div id="root"></div>')
  })

  test('is not used for a signed-in user', async () => {
    const { client } = await app.registerTrader()
    expect((await client.get('/en/')).text).toContain('<div id="root"></div>')
  })

  test.each([
    ['br, gzip', 'br'],
    ['gzip;q=1.0, deflate', 'gzip'],
    ['identity', undefined],
  ])('is compressed as the browser accepts it: %s', async (taken, encoding) => {
    const client = await app.openClient()
    const { headers } = await client.get('/en/', { 'accept-encoding': taken })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers.vary).toMatch(/accept-encoding/i)
  })

  test('is not compressed with personal data, whose length could reveal it', async () => {
    const { client } = await app.registerTrader()
    const { headers } = await client.get('/en/trading', { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBeUndefined()
  })

  test('cannot be fetched as a file', async () => {
    expect(await (await app.openClient()).get('/.shells.json')).toMatchObject({ status: 404 })
  })
})
