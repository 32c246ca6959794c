import { afterAll, describe, expect, test } from 'vitest'

import type { TestApp } from '../../../test/fixtures/app/test-app.ts'
import { readBootstrap, startSiteApp } from '../../../test/fixtures/site/site-app.ts'

const { app, stop } = await startSiteApp()
afterAll(stop)

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
      expect(readBootstrap(reply.text)).toMatchObject({ csrf: expect.any(String) })
    }
  },
)

test.each(['/xx/login', '/english/trading', '/index.html', '/../package.json', '/assets/%2e%2e/index.html'])(
  '%s is not there',
  async (path) => {
    expect(await (await app.openClient()).get(path)).toMatchObject({
      status: 404,
      json: { error: 'errors.not_found' },
    })
  },
)

test.each(['/assets/..%2f..%2fpackage.json', '/assets/%2e%2e%2findex.html', '/assets/..%5cindex.html', '/assets/%00'])(
  'the file %s is not there',
  async (path) => {
    const reply = await (await app.openClient()).get(path)
    expect(reply).toMatchObject({ status: 404, json: { error: 'errors.not_found' } })
  },
)

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
      expect(readBootstrap(text)).toMatchObject({ user: null })
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
      login,
      password: 'correct horse',
      firstName: 'Test',
      lastName: 'Trader',
      country: 'AU',
      currency: 'USD',
      phone: '412345678',
      phone_prefix: '61',
      adult: true,
      terms: true,
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
    expect(readBootstrap((await client.get('/en/trading')).text)).toMatchObject({
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
