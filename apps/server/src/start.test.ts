import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findRunningDatabaseUrl } from '@tradefront/local-postgres/embedded-postgres'
import { findFreePort } from '@tradefront/local-postgres/free-port'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { demoLogins } from './demo-data.ts'
import { createEmptyDatabase, createTestDatabase } from '../test/fixtures/database/test-database.ts'
import { startTestS3 } from '../test/fixtures/storage/test-s3.ts'

const noRelay = 'http://127.0.0.1:1'

const dataDir = mkdtempSync(join(tmpdir(), 'tradefront-start-'))
let address: Awaited<ReturnType<typeof createTestDatabase>>
const children: ChildProcess[] = []
beforeAll(async () => {
  address = await createTestDatabase()
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})
afterAll(async () => {
  await address.drop()
  rmSync(dataDir, { recursive: true })
})

/** Runs the real entry on the test's database. `said` collects its output. */
function startServer(env: Record<string, string> = {}, output?: number) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.mjs')], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      DATABASE_URL: address.url,
      SECRET_KEY: 'a secret key that is only good for tests',
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', output ?? 'pipe', output ?? 'pipe'],
  })
  children.push(child)
  const said = { out: '', err: '' }
  child.stdout?.on('data', (data) => (said.out += String(data)))
  child.stderr?.on('data', (data) => (said.err += String(data)))
  const ended = once(child, 'exit').then(([code]) => Number(code))
  const ready = async () => {
    while (!said.out.includes('ready at')) {
      if (child.exitCode !== null) throw new Error(`ended early: ${said.err}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return /ready at (\S+)/.exec(said.out)?.[1] ?? ''
  }
  return { child, said, ended, ready }
}

test('the server starts, prints its address and ends with code 0 on a signal', async () => {
  const server = startServer()
  const url = await server.ready()
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ ok: true, openAlerts: 0 })
  const boot = await (await fetch(`${url}/api/boot`)).json()
  expect(boot).toMatchObject({ return: true, user: null })
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  // There is also no complaint that something did not close in time.
  expect(server.said.err).toBe('')
})

test('a server with another key than the first one of the database ends with one sentence, and with both it starts', async () => {
  const fresh = await createTestDatabase()
  try {
    const first = startServer({ DATABASE_URL: fresh.url })
    await first.ready()
    const otherKey = 'another secret key that is only good for tests'
    const other = startServer({ DATABASE_URL: fresh.url, SECRET_KEY: otherKey })
    expect(await other.ended).toBe(1)
    expect(other.said.err).toMatch(/^SECRET_KEY is not the key of this database: .*\.\n$/)
    const both = `${otherKey},a secret key that is only good for tests`
    await startServer({ DATABASE_URL: fresh.url, SECRET_KEY: both }).ready()
    const again = startServer({ DATABASE_URL: fresh.url })
    await again.ready()
    for (const { child } of [first, again]) child.kill('SIGTERM')
    await Promise.all([first.ended, again.ended])
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await fresh.drop()
  }
})

describe('demo traders', () => {
  test('are in no database of DATABASE_URL, and are not printed', async () => {
    const server = startServer()
    await server.ready()
    expect(server.said.out).not.toContain('demo')
    expect(await listDemoEmails(address.url)).toEqual([])
  })

  test.for([
    { mode: 'development', emails: demoLogins.map(({ email }) => email).toSorted() },
    { mode: 'production', emails: [] },
  ])('in the embedded database in $mode: $emails', async ({ mode, emails }) => {
    const folder = join(dataDir, mode)
    mkdirSync(folder)
    // For root, PostgreSQL runs as another user.
    for (const path of [dataDir, folder]) chmodSync(path, 0o755)
    const server = startServer({
      DATABASE_URL: '',
      DATA_DIR: folder,
      NODE_ENV: mode,
      ALLOW_SANDBOX: '1',
      BEACON_URLS: noRelay,
    })
    const url = await server.ready()
    expect(await listDemoEmails((await findRunningDatabaseUrl(folder, 'app')) ?? '')).toEqual(emails)
    expect(server.said.out.includes('Log in as one of these')).toBe(emails.length > 0)
    expect((await fetch(`${url}/api/docs/json`)).status).toBe(mode === 'production' ? 404 : 200)
    for (const email of emails) expect(server.said.out).toContain(email)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  async function listDemoEmails(databaseUrl: string): Promise<string[]> {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query<{ email: string }>(
      `select email from users where email like '%@demo.example' and password_hash <> '-' order by email`,
    )
    await client.end()
    return rows.map(({ email }) => email)
  }
})

describe('database roles', () => {
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
  beforeAll(async () => {
    empty = await createEmptyDatabase()
  })
  afterAll(() => empty.drop())

  test('a role that owns nothing needs a database that the owner has prepared', async () => {
    const unprepared = startServer({ DATABASE_URL: empty.url })
    expect(await unprepared.ended).toBe(1)
    expect(unprepared.said.err).toMatch(/^The database is not ready for this version, .*DATABASE_OWNER_URL\.\n$/)
    const first = startServer({ DATABASE_URL: empty.url, DATABASE_OWNER_URL: empty.ownerUrl })
    await first.ready()
    const second = startServer({
      DATABASE_URL: empty.url,
      NODE_ENV: 'production',
      ALLOW_SANDBOX: '1',
      BEACON_URLS: noRelay,
    })
    await second.ready()
    expect([first.said.err, second.said.err]).toEqual(['', ''])
  })

  test('a role that can change the ledger is a warning, and refused in production', async () => {
    const one = startServer({ DATABASE_URL: empty.ownerUrl })
    await one.ready()
    expect(one.said.err).toMatch(/^The role of DATABASE_URL can change posted ledger entries: .*\n$/)
    const production = startServer({
      DATABASE_URL: empty.ownerUrl,
      NODE_ENV: 'production',
      ALLOW_SANDBOX: '1',
      BEACON_URLS: noRelay,
    })
    expect(await production.ended).toBe(1)
    expect(production.said.err).toBe(one.said.err)
  })
})

test('two servers can start on one database at the same time', async () => {
  const [one, two] = [startServer(), startServer()]
  const urls = await Promise.all([one.ready(), two.ready()])
  const replies = await Promise.all(urls.map((url) => fetch(`${url}/readyz`)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  for (const { child } of [one, two]) child.kill('SIGINT')
  expect(await Promise.all([one.ended, two.ended])).toEqual([0, 0])
})

test('a request in progress is finished before the server ends', async () => {
  const server = startServer()
  const url = await server.ready()
  const body = 'login=nobody%40example.com&password=x'
  const boot = await fetch(`${url}/api/boot`)
  const { csrf } = (await boot.json()) as { csrf: string }
  const cookie = boot.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const asked = request(`${url}/cli/login`, {
    method: 'POST',
    headers: {
      cookie,
      'x-csrf-token': csrf,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
      // The server answers it when the request is in progress.
      expect: '100-continue',
    },
  })
  const answered = once(asked, 'response')
  asked.flushHeaders()
  await once(asked, 'continue')
  asked.write(body.slice(0, 5))
  server.child.kill('SIGTERM')
  await expect
    .poll(
      () =>
        fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
          () => 'open',
          () => 'closed',
        ),
      { timeout: 30_000 },
    )
    .toBe('closed')
  asked.end(body.slice(5))
  const [response] = await answered
  expect(response.statusCode).toBe(200)
  response.resume()
  expect(await server.ended).toBe(0)
  // If a connection were kept alive, the server would not close in time.
  expect(server.said.err).toBe('')
})

describe('open connections do not keep the server and its PostgreSQL running', () => {
  const half =
    'POST /cli/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 9\r\n\r\nlog'
  test.for([
    {
      signal: 'SIGTERM',
      requests: [
        '',
        'GET /healthz HTTP/1.1\r\nhost',
        'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
      ],
    },
    { signal: 'SIGINT', requests: ['', half] },
  ] as const)('after $signal, with $requests', async ({ signal, requests }) => {
    const folder = join(dataDir, signal)
    mkdirSync(folder)
    for (const path of [dataDir, folder]) chmodSync(path, 0o755)
    const server = startServer({ DATABASE_URL: '', DATA_DIR: folder })
    const { port } = new URL(await server.ready())
    const sockets = await Promise.all(
      requests.map(async (text) => {
        const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
        await once(socket, 'connect')
        socket.write(text)
        return socket
      }),
    )
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
    server.child.kill(signal)
    expect(await server.ended).toBe(0)
    expect(server.said.err).toBe('')
    expect(await findRunningDatabaseUrl(folder, 'app')).toBe(null)
    for (const socket of sockets) socket.destroy()
  })
})

test('a log on a full disk does not end the server', async () => {
  const full = openSync('/dev/full', 'w')
  const port = await findFreePort()
  const server = startServer({ PORT: String(port) }, full)
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady).toBe(true)
  // These are more lines than the log holds back.
  await Promise.all(Array.from({ length: 300 }, () => fetch(`http://127.0.0.1:${port}/api/boot`)))
  expect(await isReady()).toBe(true)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  closeSync(full)
})

/** True if a small disk can be mounted, which needs root. */
const canMount = process.getuid?.() === 0 && process.platform === 'linux'

test.runIf(canMount)(
  'with a full disk the server stays up, says so, and goes on when there is room',
  async ({ skip }) => {
    const disk = join(dataDir, 'disk')
    mkdirSync(disk)
    if (spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=150m', 'tmpfs', disk]).status !== 0)
      return skip('no disk can be mounted here')
    // For root, PostgreSQL runs as another user.
    for (const path of [dataDir, disk]) chmodSync(path, 0o755)
    const filler = join(disk, 'filler')
    try {
      const server = startServer({ DATABASE_URL: '', DATA_DIR: disk })
      const url = await server.ready()
      const getStatus = async () => (await fetch(`${url}/readyz`)).status
      spawnSync('/bin/dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'])
      const [pid] = readFileSync(join(disk, 'postgres/postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      await expect.poll(() => server.said.err, { timeout: 30_000 }).toContain('The disk is full')
      expect(await getStatus()).toBe(503)
      rmSync(filler)
      await expect.poll(() => server.said.err, { timeout: 30_000 }).toContain('The disk has room again')
      await expect.poll(getStatus, { timeout: 30_000 }).toBe(200)
      server.child.kill('SIGTERM')
      expect(await server.ended).toBe(0)
    } finally {
      spawnSync('/bin/umount', ['--lazy', disk])
    }
  },
)

test('a port in use ends the start with one sentence and exit code 1', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const server = startServer({ PORT: String(port) })
  expect(await server.ended).toBe(1)
  expect(server.said.err).toBe(`Port ${port} is in use: stop the program that uses it, or set PORT to another port.\n`)
  taken.close()
})

test('an unreachable database ends the start with one sentence and exit code 1', async () => {
  const server = startServer({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
  expect(await server.ended).toBe(1)
  expect(server.said.err.trim().split('\n')).toHaveLength(1)
  expect(server.said.err).toMatch(/database/i)
})

test('https without TRUSTED_PROXIES is a warning of one sentence', async () => {
  const warned = startServer({ PUBLIC_URL: 'https://trade.example' })
  await warned.ready()
  expect(warned.said.err).toMatch(/^PUBLIC_URL is https, [^\n]*TRUSTED_PROXIES is not set: [^\n]*\.\n$/)
  const right = startServer({ PUBLIC_URL: 'https://trade.example', TRUSTED_PROXIES: '127.0.0.1' })
  await right.ready()
  expect(right.said.err).toBe('')
})

test('an invalid setting ends the start with one sentence and exit code 1', async () => {
  const server = startServer({ PORT: 'eighty' })
  expect(await server.ended).toBe(1)
  expect(server.said.err).toMatch(/^The setting PORT must be .*\.\n$/)
})

test('a missing bucket ends the start with one sentence, a store that does not answer is a warning', async () => {
  const s3 = await startTestS3()
  const { endpoint = '', bucket, credentials } = s3.settings
  const keys = {
    S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
  }
  const wrong = startServer({ ...keys, S3_ENDPOINT: endpoint, S3_BUCKET: 'no-such-bucket' })
  expect(await wrong.ended).toBe(1)
  expect(wrong.said.err).toBe(
    `There is no bucket "no-such-bucket" at ${endpoint}: create it, or set S3_BUCKET to an existing one.\n`,
  )
  expect(wrong.said.out).toBe('')

  await s3.pause()
  const away = startServer({ ...keys, S3_ENDPOINT: endpoint, S3_BUCKET: bucket })
  const url = await away.ready()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(away.said.err).toMatch(/^The document store at \S+ does not answer \(ECONNREFUSED\): .*\n$/)
  await s3.stop()
})
