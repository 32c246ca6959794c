import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { type DeskProvider, deskProcessorCalls } from '@tradefront/contract/desk-processors'
import { noSubject } from '@tradefront/contract/operator-actions'
import { toKeyEnd, toSecretsContext } from '@tradefront/contract/provider-secrets'
import { sealFor } from '@tradefront/contract/sealed-box'
import { toKnownProcessor } from '@tradefront/processors/known-providers'
import { getProcessor } from '@tradefront/processors/registry'
import { harborUpstream } from '@tradefront/processors/testing/harbor'
import { signatureHeader, signReply, verifyRequest } from '@tradefront/processors/signature'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  openTestDesk,
  runInOrder,
  type TestDesk,
  type TestOperator,
} from '../../test/fixtures/operators/desk-fixture.ts'
import { startTestApp } from '../../test/fixtures/app/test-app.ts'
import { checkProvider, connectProvider } from '../modules/providers/connect-provider.ts'
import { resealProviderKeys } from '../modules/providers/service.ts'
import { hmacSha256 } from '../platform/crypto/hmac-sha256.ts'
import { createSeal } from '../platform/crypto/seal.ts'

const app = await startTestApp()
const secret = 'secret_that_orange_has_given_to_this_installation'
const { upstream } = getProcessor('ORANGE')
let desk: TestDesk
let payer: TestOperator
let second: TestOperator
let server: Server
let address: string
let asked = 0

beforeAll(async () => {
  desk = await openTestDesk(app)
  payer = await desk.createOperator('payments')
  second = await desk.createOperator('finance')
  // This server stands in for ORANGE. It answers requests that are signed with the secret.
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      asked += 1
      const path = request.url ?? ''
      const nowMs = app.clock.now().getTime()
      const signed = { method: 'POST', path, body }
      if (!verifyRequest(hmacSha256, [secret], request.headers[signatureHeader], signed, nowMs))
        return void response.writeHead(401).end()
      const { ref } = JSON.parse(body) as { ref: string }
      const answer = JSON.stringify({ ref, status: 'not_found' })
      const signature = signReply(hmacSha256, secret, { status: 200, path, ref, body: answer }, nowMs)
      response.setHeader(signatureHeader, signature).end(answer)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked = 0
  // What was cached is read again.
  app.clock.advance(2000)
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  await desk.stop()
  await app.stop()
})

/** Seals keys as the page of the desk does. */
async function seal(provider: string, keys: Readonly<Record<string, string>>, of = provider) {
  const [key] = await payer.read('server_key', noSubject)
  if (!(key instanceof Buffer)) throw new Error('no key')
  const text = JSON.stringify({ keys, salt: '0123456789abcdefghijklmnopqrstuvwxyz', provider: of })
  const sealed = await sealFor(Uint8Array.from(key), Uint8Array.from(Buffer.from(text)), toSecretsContext(provider))
  return {
    sealed: Buffer.from(sealed).toString('base64url'),
    keysHash: createHash('sha256').update(text).digest('base64url'),
    keys: Object.entries(keys).map(([name, value]) => ({ name, end: toKeyEnd(value) })),
  }
}

const findProvider = async (slug: string) =>
  ((await payer.get(deskProcessorCalls.listProviders.path))['providers'] as DeskProvider[]).find(
    ({ provider }) => provider === slug,
  )
const askOrange = () =>
  app.context.processors.sendRequest(
    upstream,
    upstream.buildStatusRequest({ reference: app.context.newId(), processorReference: null }),
  )
const connectOrange = async (keys: Readonly<Record<string, string>> = { secret }, at = address) => {
  const before = (await findProvider('orange'))?.connection?.keysHash ?? null
  return payer.orderWith(second, 'provider.connect', {
    provider: 'orange',
    before,
    address: at,
    ...(await seal('orange', keys)),
  })
}
const disconnect = async (provider: string) => {
  const before = (await findProvider(provider))?.connection?.keysHash
  if (before !== undefined) await payer.orderWith(second, 'provider.disconnect', { provider, before })
  app.clock.advance(2000)
}

describe('the connection of a provider', () => {
  test('is used at once when two operators have signed it, and never shows its keys again', async () => {
    const input = { provider: 'orange', before: null, address, ...(await seal('orange', { secret })) }
    expect(await payer.order('provider.connect', input)).toMatchObject({ state: 'needs_second' })
    expect(asked).toBe(0)
    await disconnect('orange')
    expect(await connectOrange()).toMatchObject({ state: 'done' })
    // It was asked about a charge that does not exist.
    expect(asked).toBe(1)
    expect(await findProvider('orange')).toMatchObject({
      connection: { address, keys: [{ name: 'secret', end: secret.slice(-4) }], changedBy: payer.name },
    })
    expect(JSON.stringify(await payer.get(deskProcessorCalls.listProviders.path))).not.toContain(secret)
    app.clock.advance(2000)
    expect(await askOrange()).toMatchObject({ ok: true, json: { status: 'not_found' } })
    expect(asked).toBe(2)
    const { rows } = await app.database.pool.query(
      `select actor, detail::text as detail from audit_log where action = 'provider.connect'`,
    )
    expect(rows).toEqual([
      { actor: `${payer.name} + ${second.name}`, detail: expect.stringContaining(address) as string },
    ])
    expect(JSON.stringify(rows)).not.toContain(secret)
    const alerts = await app.database.pool.query(`select subject from alerts where kind = 'provider.changed'`)
    expect(alerts.rows).toEqual([{ subject: 'provider:orange' }])
    await disconnect('orange')
    // Once the connection is removed, the environment of the server counts again.
    await askOrange()
    expect(asked).toBe(2)
    expect(await findProvider('orange')).toMatchObject({ isStandard: true, connection: null })
  })

  test.each([
    ['with a wrong key', { secret: 'another_secret_which_orange_does_not_know' }, undefined],
    ['at an address where nobody answers', { secret }, 'http://127.0.0.1:1'],
  ] as const)('%s is refused after a test, and changes nothing', async (_what, keys, at) => {
    expect(await connectOrange(keys, at ?? address)).toMatchObject({
      state: 'refused',
      note: 'desk_reconcile.provider_no_answer',
    })
    expect(await findProvider('orange')).toMatchObject({ connection: null })
  })

  test('is refused if its keys are not those that were signed, shown or needed', async () => {
    const sealed = await seal('orange', { secret })
    const other = await seal('orange', { secret: 'another_secret_of_the_same_provider' })
    const order = (input: object) =>
      payer.orderWith(second, 'provider.connect', { provider: 'orange', before: null, address, ...sealed, ...input })
    for (const wrong of [
      { keysHash: other.keysHash },
      { sealed: other.sealed },
      { keys: [{ name: 'secret', end: 'abcd' }] },
      { keys: [] },
      await seal('orange', { secret }, 'concept'),
      await seal('orange', { api_key: secret }),
      await seal('orange', { secret, api_key: secret }),
    ])
      expect(await order(wrong)).toMatchObject({ state: 'refused', note: 'desk.changed' })
    expect(await order({ provider: 'concept' })).toMatchObject({ state: 'refused', note: 'desk.changed' })
    expect(await order({ provider: 'nobody' })).toMatchObject({ state: 'refused', note: 'errors.field_invalid' })
    expect(asked).toBe(0)
  })

  test('is refused if another one was set in the meantime', async () => {
    await connectOrange()
    const input = { provider: 'orange', before: null, address, ...(await seal('orange', { secret })) }
    expect(await payer.orderWith(second, 'provider.connect', input)).toMatchObject({ note: 'desk.changed' })
    const stale = { provider: 'orange', before: input.keysHash.replace(/^./, '_') }
    expect(await payer.orderWith(second, 'provider.disconnect', stale)).toMatchObject({ note: 'desk.changed' })
    await disconnect('orange')
  })

  test('has only an address that the provider publishes', async () => {
    const known = toKnownProcessor('HARBOR', 'wallet', harborUpstream)
    const keys = await seal('harbor', { api_key: 'key_of_the_api', webhook_key: 'key_of_webhooks' })
    const input = { provider: 'harbor', before: null, address: 'https://api.harbor.example.attacker.example', ...keys }
    expect(await connectProvider(app.context, input, { actor: 'ann' }, [known])).toMatchObject({
      code: 'errors.field_invalid',
    })
  })

  test('is tested for 8 s at most, because other orders wait for it', async () => {
    const limits: unknown[] = []
    const sendRequest: typeof app.context.processors.sendRequest = async (_provider, _request, trial) => {
      limits.push(trial?.timeoutMs)
      return { ok: false, fault: 'timeout' }
    }
    const { processors, newId } = app.context
    const known = toKnownProcessor('ORANGE', 'card', upstream)
    expect(await checkProvider({ processors: { ...processors, sendRequest }, newId }, known)).toBe('no_right_answer')
    expect(limits).toEqual([8000])
  })

  test.each(['http://pay.example', 'https://pay.example/', 'https://user:word@pay.example', 'ftp://pay.example'])(
    'cannot be ordered at %s',
    async (at) => {
      const input = { provider: 'orange', before: null, address: at, ...(await seal('orange', { secret })) }
      expect(await payer.request('provider.connect', input)).toMatchObject({ return: false })
    },
  )

  test('is for payments and finance, and others do not see it', async () => {
    const support = await desk.createOperator('support')
    const input = { provider: 'orange', before: null, address, ...(await seal('orange', { secret })) }
    expect(await support.request('provider.connect', input)).toMatchObject({ error: 'desk.no_right' })
    expect(await support.get(deskProcessorCalls.listProviders.path)).toMatchObject({ error: 'desk.no_right' })
  })
})

describe('the role of a server', () => {
  const refused = 'provider_access_ordered'
  const insert = (at: string, hash: string) =>
    `insert into provider_access (provider, address, keys_hash, keys_sealed, key_ends, changed_by, changed_at)
     values ('orange', '${at}', '${hash}', 'x', '[]', 'ann', now())`
  const hash = 'a'.repeat(43)

  test('cannot send payments elsewhere, or by other keys', async () => {
    const { pool } = app.database
    await expect(pool.query(insert('https://attacker.example', hash))).rejects.toMatchObject({ constraint: refused })
    await connectOrange()
    for (const change of [
      `update provider_access set address = 'https://attacker.example'`,
      `update provider_access set keys_hash = '${hash}', keys_sealed = 'x'`,
      `update provider_access set provider = 'concept'`,
      `update provider_access set key_ends = '[]'`,
      `update provider_access set changed_by = 'ben'`,
      `delete from provider_access`,
    ])
      await expect(pool.query(change)).rejects.toMatchObject({ constraint: refused })
    await expect(pool.query('truncate provider_access')).rejects.toThrow()
    await disconnect('orange')
  })

  test('cannot use an order for another address, other keys or another provider', async () => {
    const sealed = await seal('orange', { secret })
    const input = { provider: 'orange', before: null, address, ...sealed }
    const order = { action: 'provider.connect', input, subject: 'provider:orange' } as const
    for (const statement of [
      insert('https://attacker.example', sealed.keysHash),
      insert(address, hash),
      insert(address, sealed.keysHash).replace(`'orange'`, `'concept'`),
    ])
      await expect(runInOrder(app.database.pool, payer, order, statement, second)).rejects.toMatchObject({
        constraint: refused,
      })
    expect(await findProvider('orange')).toMatchObject({ connection: null })
    const right = insert(address, sealed.keysHash)
      .replace(`'[]'`, `'${JSON.stringify(sealed.keys)}'`)
      .replace(`'ann'`, `'${payer.name}'`)
    await expect(
      runInOrder(app.database.pool, payer, order, right.replace(`'${payer.name}'`, `'${second.name}'`), second),
    ).rejects.toMatchObject({ constraint: refused })
    await expect(runInOrder(app.database.pool, payer, order, right)).rejects.toThrow('not signed')
    await runInOrder(app.database.pool, payer, order, right, second)
    expect(await findProvider('orange')).toMatchObject({ connection: { address } })
    await disconnect('orange')
  })

  test('seals the same keys again with another SECRET_KEY, and other keys are not used', async () => {
    await connectOrange()
    const next = createSeal('another secret key of the installation, for tests')
    const { pool } = app.database
    const both = createSeal(`another secret key of the installation, for tests,${app.secretKey}`)
    expect(await resealProviderKeys({ ...app.context, seal: both })).toEqual({ resealed: 1, unreadable: 0 })
    const { rows } = await pool.query<{ sealed: Buffer }>('select keys_sealed as sealed from provider_access')
    expect(next.openText(rows[0]?.sealed ?? Buffer.alloc(0), toSecretsContext('orange'))).toContain(secret)
    const forged = app.context.seal.sealText(
      JSON.stringify({ provider: 'orange', salt: '0123456789abcdefghijklmnopqrstuvwxyz', keys: { secret } }),
      toSecretsContext('orange'),
    )
    await pool.query('update provider_access set keys_sealed = $1', [forged])
    app.clock.advance(2000)
    asked = 0
    expect(await askOrange()).toEqual({ ok: false, fault: 'not_connected' })
    expect(asked).toBe(0)
    await disconnect('orange')
  })
})
