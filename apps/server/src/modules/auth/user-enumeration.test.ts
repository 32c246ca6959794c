import * as argon2 from '@node-rs/argon2'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { type TestApp, type TestClient, type TestReply, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { createPasswordHasher } from './password-hashing.ts'

/** Parameters of the hashes that passwords were verified against. */
const hashed: string[] = []
const passwordHasher = createPasswordHasher(undefined, {
  ...argon2,
  verify: (stored, password, options) => {
    hashed.push(String(stored).split('$').slice(1, 4).join('$'))
    return argon2.verify(stored, password, options)
  },
})

/** SQL of all queries, without the values. */
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
  app = await startTestApp({ passwordHasher })
  known = (await app.registerTrader({ login: 'somebody@example.com' })).form.login
})
beforeEach(() => app.database.pool.query('delete from login_failures'))
afterAll(async () => {
  pg.Client.prototype.query = query
  await app.stop()
})

type Ask = (client: TestClient, email: string) => Promise<TestReply>

const ways: [name: string, ask: Ask][] = [
  ['a password reset request', (client, email) => client.post('/api/forget', { email })],
  [
    'the log-in of the platform',
    (client, email) => client.postForm('/cli/login', { login: email, password: 'a guess' }),
  ],
  [
    'the log-in of the site with an invented token',
    (client, email) =>
      client.post('/api/login', { email, password: 'a guess', token: 'zzzzzzzz.made-up', marker: 'site' }),
  ],
]

describe.each(ways)('%s', (_name, ask) => {
  /** Returns the reply and the work done, on which the time depends. Each attempt has its own address. */
  const measure = async (email: string, address: string) => {
    const client = await app.openClient(address)
    asked.length = 0
    hashed.length = 0
    const { status, text } = await ask(client, email)
    return { status, text, asked: [...asked], hashed: [...hashed] }
  }

  test('runs the same queries and hashes for a known and an unknown e-mail', async () => {
    await measure('warm.up@example.com', '10.0.0.1')
    const mine = await measure(known, '10.0.0.2')
    const unknown = await measure('nobody@example.com', '10.0.0.3')
    expect(unknown).toEqual(mine)
    expect(mine.asked.length).toBeGreaterThan(0)
  })
})

test('the log-in verifies a hash of full cost even for an unknown e-mail', async () => {
  const client = await app.openClient()
  for (const login of [known, 'nobody@example.com']) {
    hashed.length = 0
    await client.postForm('/cli/login', { login, password: 'a guess' })
    expect(hashed).toEqual(['argon2id$v=19$m=19456,t=2,p=1'])
  }
})
