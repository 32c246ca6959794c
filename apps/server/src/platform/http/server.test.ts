import { connect } from 'node:net'

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { type TestApp, startTestApp } from '../../../test/fixtures/app/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const login = { login: 'nobody@example.com', password: 'a password' }

describe('CSRF', () => {
  test('a POST without a token, or with the token of another browser, is rejected', async () => {
    const [mine, other] = [await app.openClient(), await app.openClient()]
    const none = { 'x-csrf-token': '' }
    for (const headers of [none, { 'x-csrf-token': other.getCsrfToken() }, { 'x-csrf-token': 'made-up' }]) {
      const reply = await mine.post(
        '/api/login',
        { email: 'a@b.cd', password: 'x', token: 'x', marker: 'site' },
        headers,
      )
      expect(reply).toMatchObject({ status: 403, json: { return: false, error: 'errors.csrf' } })
    }
    expect(await mine.postForm('/cli/login', login)).toMatchObject({ status: 200 })
  })

  test('a log-in form posted by a page of another site is rejected', async () => {
    const reply = await app.http.inject({
      method: 'POST',
      url: '/cli/login',
      payload: new URLSearchParams(login).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
    })
    expect(reply.statusCode).toBe(403)
  })

  test('a secret planted in another browser does not make a valid token there', async () => {
    const thief = await app.openClient()
    const { client: victim } = await app.registerTrader()
    victim.cookies.set('csrf', thief.cookies.get('csrf') ?? '')
    expect((await victim.post('/api/fraud/user', {}, { 'x-csrf-token': thief.getCsrfToken() })).status).toBe(403)
  })

  test('a client call without a session is 401, not 403', async () => {
    const { client } = await app.registerTrader()
    client.cookies.delete('session')
    expect(await client.post('/api/fraud/user')).toMatchObject({ status: 401, json: { error: 'errors.session' } })
  })
})

describe('errors', () => {
  test('unknown paths are a 404 error reply in the requested language', async () => {
    const client = await app.openClient()
    const reply = await client.get('/api/nothing', { 'accept-language': 'ru-RU,ru;q=0.9' })
    expect(reply).toMatchObject({ status: 404, json: { return: false, error: 'errors.not_found' } })
    expect(reply.text).toMatch(/[а-я]/)
    expect(await client.post('/api/nothing')).toMatchObject({ status: 404, json: { error: 'errors.not_found' } })
    expect(await client.get('/api/%E0%A4%A')).toMatchObject({ status: 400, json: { error: 'errors.malformed' } })
  })

  test('the reply to malformed input names the fields', async () => {
    const client = await app.openClient()
    const reply = await client.post('/api/login', { email: 7, password: '', token: 'x', marker: 'other', more: 1 })
    expect(reply).toMatchObject({ status: 400, json: { error: 'errors.malformed' } })
    expect(reply.json).toHaveProperty('fields', {
      email: expect.stringMatching(/\w/),
      password: expect.stringMatching(/\w/),
      marker: expect.stringMatching(/\w/),
      more: expect.stringMatching(/\w/),
    })
  })

  test('an internal error replies with a reference only, which is in the log without values of the query', async () => {
    const broken = await startTestApp()
    const { client } = await broken.registerTrader()
    await broken.runAsOwner('alter table sessions rename to sessions_gone')
    const reply = await client.post('/api/fraud/user')
    expect(reply).toMatchObject({ status: 500, json: { return: false, error: 'errors.fault' } })
    const reference = String(Object.entries(reply.json ?? {}).find(([key]) => key === 'reference')?.[1])
    expect(reference).toMatch(/^[0-9A-F]{10}$/)
    expect(reply.text).not.toMatch(/sessions|relation|select/)
    const line = broken.logs.find((one) => one.includes(reference)) ?? ''
    expect(line).toContain('42P01')
    const named = await client.post('/api/fraud/user', {}, { 'x-request-id': '0123456789' })
    expect(named.json).toMatchObject({ reference: '0123456789', message: expect.stringContaining('0123456789') })
    expect(line).not.toMatch(/relation|sessions_gone|does not exist/)
    await broken.stop()
  })

  test('data that is not HTTP gets an error reply, too', async () => {
    await app.http.listen({ port: 0, host: '127.0.0.1' })
    const address = app.http.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const ask = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(text))
        let got = ''
        socket.on('data', (data) => (got += data.toString()))
        socket.on('end', () => resolve(got))
        socket.on('error', reject)
      })
    const malformed = await ask('this is no request\r\n\r\n')
    expect(malformed).toMatch(/^HTTP\/1\.1 400 [\s\S]*"return":false,"error":"errors.malformed"/)
    for (const [name, value] of Object.entries(app.http.securityHeaderSet.base))
      expect(malformed).toContain(`\r\n${name}: ${value}\r\n`)
    const long = `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(40_000)}\r\n\r\n`
    expect(await ask(long)).toMatch(/^HTTP\/1\.1 431 [\s\S]*"return":false,"error":"errors.too_large"/)
  })
})

test('a request whose body stalls is closed, but a slow upload is not', async () => {
  const slow = await startTestApp({ connectionLimits: { bodyMs: 150 } })
  const { client } = await slow.registerTrader()
  const { port } = new URL(await slow.http.listen({ port: 0, host: '127.0.0.1' }))
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  /** Sends the headers and half of the body. Returns whether the connection was closed in time. */
  const isCut = (path: string, contentType: string, withinMs: number) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1')
      const timer = setTimeout(() => {
        resolve(false)
        socket.destroy()
      }, withinMs)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        clearTimeout(timer)
        resolve(true)
      })
      const head = [
        `host: x`,
        `cookie: ${cookie}`,
        `x-csrf-token: ${client.getCsrfToken()}`,
        `content-type: ${contentType}`,
      ]
      socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\ncontent-length: 100\r\n\r\n{"half`)
    })
  expect(await isCut('/api/fraud/user', 'application/json', 30_000)).toBe(true)
  expect(await isCut('/upload', 'multipart/form-data; boundary=x', 500)).toBe(false)
  await slow.stop()
})

describe('log', () => {
  test('the log has one line per request, without password, token, cookie, query or body', async () => {
    const { client, form } = await app.registerTrader({ password: 'canary-password-1' })
    app.logs.length = 0
    await client.login(form.login, 'canary-password-1')
    await client.get('/en/trading?password=canary-query&email=canary@example.com')
    await client.post('/api/login', {
      email: 'canary@body.example',
      password: 'canary-body',
      token: 'canary-token',
      marker: 'site',
    })
    expect(app.logs.map((line) => JSON.parse(line))).toMatchObject([
      { method: 'POST', path: '/cli/login', status: 200, ms: expect.any(Number) },
      { method: 'POST', path: '/api/login', status: 200 },
      { method: 'GET', path: '/en/trading' },
      { method: 'POST', path: '/api/login', status: 200 },
    ])
    const all = app.logs.join('')
    expect(all).not.toMatch(/canary/)
    for (const secret of [...client.cookies.values(), client.getCsrfToken()]) expect(all).not.toContain(secret)
  })

  test('the log redacts objects with secrets', () => {
    app.logs.length = 0
    app.http.log.warn(
      { password: 'canary', card: { cvv: 'canary', number: 'canary' }, a: { b: { token: 'canary' } } },
      'x',
    )
    expect(app.logs.join('')).not.toContain('canary')
    expect(app.logs.join('')).toContain('[redacted]')
  })
})

describe('headers', () => {
  test('every reply has the security headers and forbids caching', async () => {
    const reply = await (await app.openClient()).get('/api/nothing')
    expect(reply.headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    })
    expect(reply.headers).not.toHaveProperty('x-powered-by')
  })

  test.each(['/api/%ff', '/%', `/api/pg/${'a'.repeat(200)}`])('also the reply to the malformed URL %s', async (url) => {
    const reply = await app.http.inject({ url, headers: { 'accept-language': 'ru' } })
    expect([400, 404, 414]).toContain(reply.statusCode)
    expect(reply.json()).toMatchObject({ return: false, message: expect.stringMatching(/[а-я]/) })
    expect(reply.headers).toMatchObject({ ...app.http.securityHeaderSet.base, 'cache-control': 'no-store' })
  })

  test('with https, cookies are Secure and bound to the host, and HSTS is set', async () => {
    const secure = await startTestApp({ config: { publicUrl: 'https://trade.example' } })
    const { client } = await secure.registerTrader()
    expect([...client.cookies.keys()].sort()).toEqual(['__Host-csrf', '__Host-device', '__Host-session'])
    const reply = await client.post('/api/logout')
    expect(reply.headers['strict-transport-security']).toMatch(/max-age=31536000/)
    const boot = await secure.http.inject({ url: '/api/boot' })
    expect(boot.headers['set-cookie']).toMatch(/^__Host-csrf=.*HttpOnly; Secure; SameSite=Lax/)
    await secure.stop()
  })
})

describe('limits', () => {
  test('too many requests from one address are 429, those from another are not', async () => {
    const small = await startTestApp({ config: { requestsPerMinute: 5 } })
    const [one, two] = [await small.openClient('10.0.0.1'), await small.openClient('10.0.0.2')]
    const replies = await Promise.all([1, 2, 3, 4, 5, 6].map(() => one.get('/api/pg/terms')))
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
    expect(replies.at(-1)).toMatchObject({ status: 429, json: { return: false, error: 'errors.too_many' } })
    expect((await two.get('/api/pg/terms')).status).toBe(200)
    expect((await one.get('/healthz')).status).toBe(200)
    await small.stop()
  })
})

describe('the limit of requests', () => {
  test('counts calls that are refused, and asks the database no more after it', async () => {
    const small = await startTestApp({ config: { requestsPerMinute: 10 } })
    const visitor = await small.openClient('10.0.0.1')
    const send = async (count: number, request: Parameters<typeof visitor.send>[0]) => {
      const statuses: number[] = []
      for (let sent = 0; sent < count; sent += 1) statuses.push((await visitor.send(request)).status)
      return statuses
    }
    const get = (headers = {}) => ({ method: 'POST', url: '/api/fraud/user', headers }) as const
    expect(await send(4, get())).toEqual([401, 401, 401, 401])
    expect(await send(2, get({ cookie: `sid=${'x'.repeat(43)}` }))).toEqual([401, 401])
    expect((await send(20, get({ 'x-csrf-token': 'x' }))).slice(4)).toEqual(Array(16).fill(429))
    await small.stop()
  })
})

describe('addresses behind a proxy', () => {
  async function countAllowed(small: TestApp, peer: string, forwarded: readonly string[]): Promise<number> {
    const client = await small.openClient('203.0.113.200')
    const statuses: number[] = []
    for (const each of forwarded)
      statuses.push(
        (await client.send({ url: '/api/pg/terms', remoteAddress: peer, headers: { 'x-forwarded-for': each } })).status,
      )
    return statuses.filter((status) => status === 200).length
  }
  const six = (build: (n: number) => string) => [1, 2, 3, 4, 5, 6].map(build)

  test.for([
    { trustedProxies: ['10.0.0.0/8'], peer: '10.1.2.3', last: '10.9.9.9' },
    { trustedProxies: ['fd00::/8'], peer: 'fd00::1', last: 'fd00::2' },
    { trustedProxies: 2, peer: '10.1.2.3', last: '10.9.9.9' },
  ])('are distinguished with TRUSTED_PROXIES $trustedProxies', async ({ trustedProxies, peer, last }) => {
    const small = await startTestApp({ config: { requestsPerMinute: 3, trustedProxies } })
    expect(
      await countAllowed(
        small,
        peer,
        six((n) => `198.51.100.${n}, ${last}`),
      ),
    ).toBe(6)
    // The part of the header that the visitor sends does not count.
    expect(
      await countAllowed(
        small,
        peer,
        six((n) => `192.0.2.${n}, 198.51.100.77, ${last}`),
      ),
    ).toBe(3)
    // The header of another sender is ignored.
    if (typeof trustedProxies === 'object')
      expect(
        await countAllowed(
          small,
          '203.0.113.9',
          six((n) => `198.51.100.${n}`),
        ),
      ).toBe(3)
    await small.stop()
  })

  test('of IPv6 count by /64, also for failed log-ins', async () => {
    const small = await startTestApp({ config: { requestsPerMinute: 3, trustedProxies: 1 } })
    expect(
      await countAllowed(
        small,
        '10.0.0.1',
        six((n) => `2001:db8:1:2::${n}`),
      ),
    ).toBe(3)
    expect(
      await countAllowed(
        small,
        '10.0.0.1',
        six((n) => `2001:db8:1:${n + 10}::1`),
      ),
    ).toBe(6)
    await small.stop()
    const open = await startTestApp({ config: { trustedProxies: 1 } })
    const client = await open.openClient()
    const failFrom = (address: string, email: string) =>
      client.send({
        method: 'POST',
        url: '/cli/login',
        payload: new URLSearchParams({ login: email, password: 'a password' }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
      })
    for (let n = 1; n <= 6; n += 1) await failFrom(`2001:db8:1:2::${n}`, `nobody${n}@example.com`)
    expect(open.sleptMs).toHaveLength(1)
    await failFrom('2001:db8:1:3::1', 'nobody7@example.com')
    expect(open.sleptMs).toHaveLength(1)
    await open.stop()
  })
})

test('a clock that goes back an hour blocks no address for longer', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const small = await startTestApp({ config: { requestsPerMinute: 2 } })
  try {
    const client = await small.openClient('10.0.0.9')
    const readStatus = async () => (await client.get('/api/pg/terms')).status
    expect([await readStatus(), await readStatus()]).toEqual([200, 429])
    vi.setSystemTime(Date.now() - 3_600_000)
    expect(await readStatus()).toBe(429)
    vi.advanceTimersByTime(61_000)
    expect(await readStatus()).toBe(200)
  } finally {
    vi.useRealTimers()
    await small.stop()
  }
})

test('failed log-ins of before the clock went back delay no log-in', async () => {
  const back = await startTestApp()
  const client = await back.openClient()
  for (let n = 0; n < 7; n += 1) await client.postForm('/cli/login', login)
  expect(back.sleptMs).toHaveLength(2)
  back.clock.advance(-3_600_000)
  await client.postForm('/cli/login', login)
  expect(back.sleptMs).toHaveLength(2)
  await back.stop()
})

test('healthz is 200 while the database is unreachable, readyz is 503', async () => {
  const dying = await startTestApp()
  expect((await dying.http.inject('/readyz')).statusCode).toBe(200)
  await dying.database.close()
  expect((await dying.http.inject('/healthz')).statusCode).toBe(200)
  const reply = await dying.http.inject('/readyz')
  expect(reply.statusCode).toBe(503)
  await dying.close()
})

test('the OpenAPI document says which bodies, tokens and refusals a call has', async () => {
  const { paths } = (await app.http.inject('/api/docs/json')).json()
  const login = paths['/cli/login'].post
  expect(Object.keys(login.requestBody.content)).toEqual(['application/x-www-form-urlencoded', 'application/json'])
  expect(login.parameters).toMatchObject([{ in: 'header', name: 'x-csrf-token', required: true }])
  expect(Object.keys(login.responses)).toEqual(expect.arrayContaining(['200', '403', '4XX']))
  expect(login.responses).not.toHaveProperty('401')
  const upload = paths['/upload'].post
  expect(upload.requestBody.content).toMatchObject({
    'multipart/form-data': {
      schema: { properties: { type: { enum: expect.any(Array) }, file: { format: 'binary' } } },
    },
  })
  expect(upload.security).toEqual([{ session: [] }])
  expect(Object.keys(upload.responses)).toEqual(expect.arrayContaining(['401', '403']))
  const json = paths['/api/info'].post
  expect(Object.keys(json.requestBody.content)).toEqual(['application/json'])
  const webhook = paths['/hooks/{processor}'].post
  expect(webhook.parameters.map(({ name }: { name: string }) => name)).toEqual(['processor'])
  expect(webhook.responses).not.toHaveProperty('403')
})

test('the OpenAPI page can be switched off', async () => {
  const closed = await startTestApp({ config: { hasApiDocs: false } })
  for (const path of ['/api/docs', '/api/docs/json', '/api/docs/static/index.html'])
    expect((await closed.http.inject(path)).statusCode).toBe(404)
  await closed.stop()
})

test('the OpenAPI page lists the calls and complies with its own policy', async () => {
  const document = await app.http.inject('/api/docs/json')
  expect(document.json()).toMatchObject({
    openapi: '3.1.0',
    paths: { '/cli/userInfo': { get: {} }, '/api/login': { post: {} } },
  })
  const page = await app.http.inject('/api/docs')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  expect(page.body).not.toMatch(/<script(?![^>]*src=)[^>]*>/)
})
