import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import { pseudoLocale } from '@tradefront/texts/locale-info'
import { locales } from '@tradefront/texts/locales'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type TestApp, startTestApp } from '../../../test/fixtures/app/test-app.ts'

const webDir = mkdtempSync(join(tmpdir(), 'tradefront-site-'))
let app: TestApp
beforeAll(async () => {
  cpSync(join(import.meta.dirname, '../../../../web/index.html'), join(webDir, 'index.html'))
  const shell = {
    title: 'First & "best"',
    description: 'What <it> is',
    fonts: ['/assets/inter-cyrillic.woff2'],
    scripts: ['/assets/page.js'],
  }
  const drawn = (path: string, locale: string, sandbox: boolean) => ({
    ...shell,
    path,
    locale,
    sandbox,
    html: `<h1>Drawn ${locale} ${path} ${sandbox}</h1>`,
  })
  const pages = [
    ...[drawn('/', 'en', true), drawn('/', 'en', false), drawn('/login', 'ru', true)],
    { ...drawn('/proof', 'en', true), html: null },
    { ...drawn('/reset', 'en', true), html: null, description: null },
  ]
  const buildShell = (html: string) => ({ html, scripts: ['/assets/area.js'] })
  const paths = ['/', '/login', '/register', '/autologin', '/trading', '/ladder', '/proof', '/reset', '/show/$page']
  const shells = {
    en: {
      trading: buildShell('<p>Shell of {{name}}: {{balance}} {{currency}}{{unknown}}</p>'),
      page: buildShell('<p>Page</p>'),
    },
    ru: { trading: buildShell('<p>Оболочка</p>'), page: buildShell('<p>Страница</p>') },
  }
  writeFileSync(join(webDir, '.shells.json'), JSON.stringify({ paths, pages, shells }))
  mkdirSync(join(webDir, 'assets'))
  writeFileSync(join(webDir, 'assets/app-0123abcd.js'), 'export {}\n'.repeat(200))
  writeFileSync(join(webDir, 'assets/app-0123abcd.js.br'), brotliCompressSync('export {}\n'.repeat(200)))
  for (const ending of ['css', 'svg', 'woff2']) writeFileSync(join(webDir, `assets/app-0123abcd.${ending}`), '')
  writeFileSync(join(webDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(webDir, 'push-worker.js'), 'self.close()')
  app = await startTestApp({ config: { webDir } })
})
afterAll(async () => {
  await app.stop()
  rmSync(webDir, { recursive: true })
})

const bootOf = (html: string): Record<string, unknown> =>
  JSON.parse(/<script id="boot" type="application\/json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? 'null')

describe('the page', () => {
  test('has language, direction, theme and the bootstrap JSON', async () => {
    const client = await app.openClient()
    client.cookies.set('theme', 'dark')
    const reply = await client.get('/ru/login')
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('<html lang="ru" dir="ltr" data-theme="dark">')
    expect(bootOf(reply.text)).toMatchObject({
      user: null,
      language: 'ru',
      country: 'FR',
      offers: [],
    })
    expect(bootOf(reply.text)).not.toHaveProperty('countries')
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
      const { settings } = bootOf((await client.get('/en/trading')).text) as { settings: { hiddenTabs: string[] } }
      expect(settings.hiddenTabs.includes('skrill'), country).toBe(isHidden)
    }
  })

  test('contains the user and a valid CSRF token', async () => {
    const { client, form } = await app.registerTrader()
    const boot = bootOf((await client.get('/en/trading')).text)
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
    // Those of the page, of its bootstrap and of its replies.
    expect(text.match(/<script/g)).toHaveLength(3)
    expect(bootOf(text)).toMatchObject({ user: { firstName: evil } })
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

  test.each(['/xx/login', '/english/trading', '/index.html', '/../package.json', '/assets/%2e%2e/index.html'])(
    '%s is not there',
    async (path) => {
      expect(await (await app.openClient()).get(path)).toMatchObject({
        status: 404,
        json: { error: 'errors.not_found' },
      })
    },
  )
})

test.each(['/en', '/en/', '/en/login', '/en/login/', '/ru/trading?x=1', '/en/show/terms', '/en/autologin?email=a'])(
  '%s is a page',
  async (path) => {
    expect((await (await app.openClient()).get(path)).status).toBe(200)
  },
)

test.each(['/en/nothing', '/en/login/more', '/en/trading.zip', '/en/show/nothing', '/en/show/', '/ru/show/a/b'])(
  '%s is answered with 404 and the page that says so',
  async (path) => {
    const { client } = await app.registerTrader()
    for (const each of [await app.openClient(), client]) {
      const reply = await each.get(path)
      expect(reply).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
      expect(bootOf(reply.text)).toMatchObject({ csrf: expect.any(String) })
    }
  },
)

test('the page has no comments', async () => {
  expect((await (await app.openClient()).get('/en/login')).text).not.toContain('<!--')
})

test.each(['/assets/..%2f..%2fpackage.json', '/assets/%2e%2e%2findex.html', '/assets/..%5cindex.html', '/assets/%00'])(
  'the file %s is not there',
  async (path) => {
    const reply = await (await app.openClient()).get(path)
    expect(reply).toMatchObject({ status: 404, json: { error: 'errors.not_found' } })
  },
)

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
    expect(bootOf((await closed.get('/en/login')).text)).toMatchObject({ previewLanguages: [] })
    const { status, text } = await (await open.openClient()).get('/ar/login')
    expect({ status, isArabic: text.includes('<html lang="ar" dir="rtl"') }).toEqual({ status: 200, isArabic: true })
    expect(bootOf(text)).toMatchObject({ language: 'ar', previewLanguages: ['ar'] })
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
      expect(bootOf(text)).toMatchObject({ user: null, sandbox: true })
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

describe('the path /', () => {
  test.each([
    ['a new visitor, by the browser', {}, 'ru-RU,ru;q=0.9,en;q=0.8', '/ru/'],
    ['a visitor whose language we do not have', {}, 'ja', '/en/'],
    ['a visitor who chose before', { lang: 'en' }, 'ru', '/en/'],
  ])('redirects %s to %s', async (_who, cookies, accept, target) => {
    const client = await app.openClient()
    for (const [name, value] of Object.entries(cookies)) client.cookies.set(name, value)
    const reply = await client.get('/', { 'accept-language': accept })
    expect(reply.status).toBe(302)
    expect(reply.headers.location).toBe(target)
  })

  test('redirects a user to trading in the language of the account', async () => {
    const { client, form } = await app.registerTrader()
    expect(await client.post('/api/preferences', { language: 'ru' })).toMatchObject({
      status: 200,
      json: { return: true },
    })
    const elsewhere = await app.openClient()
    await elsewhere.login(form.login, form.password)
    expect((await elsewhere.get('/')).headers.location).toBe('/ru/trading')
    expect(await client.post('/api/preferences', { language: 'tlh' })).toMatchObject({ status: 400 })
  })
})

describe('autologin', () => {
  const evil = '</script><script>alert(1)</script>'
  const inputsOf = (html: string): unknown =>
    JSON.parse(/<script id="autologin" type="application\/json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? 'null')

  test.each([
    // This is also what a link in a mail or a chat sends.
    ['GET', 'none', false],
    ['GET', 'same-origin', false],
    ['GET', 'cross-site', false],
    ['POST', 'cross-site', false],
    ['POST', 'same-origin', true],
  ] as const)(
    '%s from %s writes its inputs into the page, starts no session and keeps nothing',
    async (method, site, own) => {
      const { form } = await app.registerTrader()
      const client = await app.openClient()
      app.logs.length = 0
      const given = new URLSearchParams({
        email: form.login,
        password: 'canary-autologin',
        redirect: evil,
        mobile: '1',
      })
      const isPost = method === 'POST'
      const { status, text, headers } = await client.send({
        method,
        url: `/en/autologin${isPost ? '' : `?${given.toString()}`}`,
        headers: { 'sec-fetch-site': site, ...(isPost && { 'content-type': 'application/x-www-form-urlencoded' }) },
        ...(isPost && { payload: given.toString() }),
      })
      expect(status).toBe(200)
      const inputs = { email: form.login, password: 'canary-autologin', redirect: evil, mobile: true }
      expect(inputsOf(text)).toEqual({ inputs, isOwnWish: own })
      expect(text).not.toContain(evil)
      expect(bootOf(text)).toMatchObject({ user: null })
      expect(client.cookies.has('session')).toBe(false)
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['content-encoding']).toBeUndefined()
      expect(app.logs.join('')).not.toContain('canary')
    },
  )
})

describe('a path without a language', () => {
  const html = { accept: 'text/html,*/*', 'accept-language': 'ru' }

  test.each(['/trading', '/no/such/screen', '/xx/login'])('redirects %s to the visitor’s language', async (path) => {
    const reply = await (await app.openClient()).get(`${path}?secret=1`, html)
    expect(reply).toMatchObject({ status: 302, headers: { location: `/ru${path}` } })
  })

  test.each(['/api/nothing', '/cli/nothing', '/assets/gone', '/favicon.png'])(
    'returns 404 for %s, which is not a screen',
    async (path) => {
      expect((await (await app.openClient()).get(path, html)).status).toBe(404)
    },
  )
})

describe('static files', () => {
  test('with a hash in their name are immutable and compressed', async () => {
    const client = await app.openClient()
    const reply = await client.get('/assets/app-0123abcd.js', { 'accept-encoding': 'br, gzip' })
    expect(reply.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      vary: expect.stringMatching(/accept-encoding/i),
      'x-content-type-options': 'nosniff',
    })
    expect((await client.get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  })

  test('that are parts of a page have no headers that are for documents, and what opens by itself has them', async () => {
    const client = await app.openClient()
    const getHeaders = async (path: string) => (await client.get(path, { 'accept-encoding': 'br' })).headers
    for (const path of ['/assets/app-0123abcd.js', '/assets/app-0123abcd.css', '/assets/app-0123abcd.woff2']) {
      const headers = await getHeaders(path)
      expect(headers, path).not.toHaveProperty('content-security-policy')
      expect(headers, path).not.toHaveProperty('permissions-policy')
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
    }
    for (const path of ['/assets/app-0123abcd.svg', '/favicon.svg', '/push-worker.js'])
      expect(await getHeaders(path), path).toHaveProperty('content-security-policy')
  })

  test('the worker of push messages can load the picture of a notification, and nothing else', async () => {
    const client = await app.openClient()
    const getPolicy = async (path: string) => (await client.get(path)).headers['content-security-policy']
    expect(await getPolicy('/push-worker.js')).toBe("default-src 'none'; img-src 'self'")
    expect(await getPolicy('/favicon.svg')).toBe("default-src 'none';frame-ancestors 'none'")
  })
})

describe('an affiliate’s link', () => {
  const register = async (client: Awaited<ReturnType<TestApp['openClient']>>, login: string) => {
    const reply = await client.post('/api/register', {
      ...{ login, password: 'correct horse', firstName: 'Test', lastName: 'Trader', country: 'AU', currency: 'USD' },
      ...{ phone: '412345678', phone_prefix: '61', adult: true, terms: true },
    })
    expect(reply.json).toMatchObject({ return: true })
    const user = await app.database.db
      .selectFrom('users')
      .select('affiliate_id')
      .where('email', '=', login)
      .executeTakeFirstOrThrow()
    return user.affiliate_id
  }

  test.each([
    '/?aff=1301',
    '/en/?aff=1301',
    '/ru/login?x=1&aff=1301',
    '/en/trading?aff=1301',
    '/en/show/about?aff=1301',
  ])('%s is remembered for 30 days and stored at registration', async (path) => {
    const client = await app.openClient()
    const cookie = String((await client.get(path)).headers['set-cookie'])
    expect(cookie).toMatch(/aff=1301; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax/)
    await client.get('/en/register')
    const login = `aff${path.length}@example.com`
    expect(await register(client, login)).toBe('1301')
    await client.login(login, 'correct horse')
    expect(bootOf((await client.get('/en/trading')).text)).toMatchObject({
      user: { affsId: '1301', min_deposit: 300 },
    })
  })

  test('is replaced by a later one', async () => {
    const client = await app.openClient()
    await client.get('/en/?aff=1301')
    await client.get('/en/?aff=partner-7')
    expect(await register(client, 'aff-later@example.com')).toBe('partner-7')
  })

  test.each(['', '%3Cscript%3E', 'a&aff=b', 'x'.repeat(61), '%0d%0aset-cookie:a=b'])(
    'is ignored if its id is “%s”',
    async (id) => {
      const client = await app.openClient()
      expect((await client.get(`/en/login?aff=${id}`)).status).toBe(200)
      expect(client.cookies.has('aff')).toBe(false)
      client.cookies.set('aff', '%3Cscript%3E')
      expect(await register(client, `aff-bad${id.length}@example.com`)).toBeNull()
    },
  )
})
