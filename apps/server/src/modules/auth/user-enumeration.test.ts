import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { type TestApp, type TestClient, type TestReply, startTestApp } from '../../testing/app/test-app.ts'

/** What the hashing was asked for: the parameters of the hash that a password was held against. */
const hashed = vi.hoisted(() => [] as string[])
vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original()
  return {
    ...real,
    verify: (stored, password, options) => {
      hashed.push(String(stored).split('$').slice(1, 4).join('$'))
      return real.verify(stored, password, options)
    },
  }
})

/** What the database was asked, without the values. */
const asked: string[] = []
const query = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [given] = args
  asked.push(typeof given === 'string' ? given : String(Reflect.get(Object(given), 'text')))
  return Reflect.apply(query, this, args)
} as typeof query

let app: TestApp
let known: string
beforeAll(async () => {
  app = await startTestApp()
  known = (await app.registerTrader({ login: 'somebody@example.com' })).form.login
})
beforeEach(() => app.database.pool.query('delete from login_failures'))
afterAll(async () => {
  pg.Client.prototype.query = query
  await app.stop()
})

type Ask = (client: TestClient, email: string) => Promise<TestReply>

const ways: [name: string, ask: Ask][] = [
  ['a forgotten password', (client, email) => client.post('/api/forget', { email })],
  [
    'the log-in of the platform',
    (client, email) => client.postForm('/cli/login', { login: email, password: 'a guess' }),
  ],
  [
    'the log-in of the site with a made-up token',
    (client, email) =>
      client.post('/api/login', { email, password: 'a guess', token: 'zzzzzzzz.made-up', marker: 'site' }),
  ],
]

describe.each(ways)('%s', (_name, ask) => {
  /** One try from an address of its own: the answer, the work that was done for it, and the time it took. */
  const measure = async (email: string, address: string) => {
    const client = await app.openClient(address)
    asked.length = 0
    hashed.length = 0
    const from = performance.now()
    const { status, text } = await ask(client, email)
    return { ms: performance.now() - from, done: { status, text, asked: [...asked], hashed: [...hashed] } }
  }

  test('asks the database the same and hashes at the same cost, whether the e-mail is known or not', async () => {
    await measure('warm.up@example.com', '10.0.0.1')
    const mine = await measure(known, '10.0.0.2')
    const nobody = await measure('nobody@example.com', '10.0.0.3')
    expect(nobody.done).toEqual(mine.done)
    expect(mine.done.asked.length).toBeGreaterThan(0)
  })

  test('takes the same time, roughly: leaving the work out for one of them would show', async () => {
    const times = { known: [] as number[], unknown: [] as number[] }
    // In turns, so that whatever else the machine does falls on both.
    for (let turn = 0; turn < 15; turn += 1) {
      times.known.push((await measure(known, `10.1.0.${turn}`)).ms)
      times.unknown.push((await measure(`nobody${turn}@example.com`, `10.1.1.${turn}`)).ms)
      await app.database.pool.query('delete from login_failures')
    }
    const ratio = median(times.known) / median(times.unknown)
    expect(ratio).toBeGreaterThan(1 / 4)
    expect(ratio).toBeLessThan(4)
  })
})

test('a password is held against something as hard as a real hash, known e-mail or not', async () => {
  const client = await app.openClient()
  for (const login of [known, 'nobody@example.com']) {
    hashed.length = 0
    await client.postForm('/cli/login', { login, password: 'a guess' })
    expect(hashed).toEqual(['argon2id$v=19$m=19456,t=2,p=1'])
  }
})

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
