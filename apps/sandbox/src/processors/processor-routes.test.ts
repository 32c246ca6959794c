import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { toNativeReply, startSandboxFixture, type SandboxFixture } from '../testing/sandbox-fixture.ts'

const approve = '4242424242424242'
const secure = '4000000000003220'
let fixture: SandboxFixture

beforeAll(async () => {
  fixture = await startSandboxFixture()
})
afterAll(() => fixture.close())

/** Replies with and without a cardholder script (spec: funding 4). */
describe('native replies', () => {
  test.each<[string, string, string, Record<string, unknown>]>([
    ['pfs', approve, 'PFS-0000', { type: 'secure', data: { R1: '0000' } }],
    ['pfs', approve, 'PFS-0008', { type: 'listen', data: { R1: '0008' } }],
    ['pfs', approve, 'PFS-0051', { type: 'declined', data: { R1: '0051' } }],
    ['pfs', approve, 'Lovelace', { data: { R1: '0008' } }],
    ['pfs', secure, 'Lovelace', { data: { R1: '0000' } }],
    ['pfs', '4000000000000002', 'Lovelace', { data: { R1: '0005' } }],
    [
      'orange',
      approve,
      'ORANGE-REDIRECT',
      { data: { links: { redirect_uri: expect.stringContaining('/orange/pay/psp_') } } },
    ],
    ['orange', secure, 'Lovelace', { data: { links: { redirect_uri: expect.any(String) } } }],
    [
      'orange',
      approve,
      'ORANGE-POLL',
      { hashed_id: expect.any(String), data: { charge: { attributes: { status: 'successful' } } } },
    ],
    ['orange', approve, 'ORANGE-FAILED', { status: 'failed', data: { charge: { attributes: { status: 'failed' } } } }],
    ['orange', '4000000000009995', 'Lovelace', { status: 'failed', message: 'Not sufficient funds' }],
    ['orange-not3d', approve, 'ORANGE_NOT3D-FUNDS', { message: 'Not sufficient funds' }],
    ['orange-not3d', approve, 'NOT3D-PIN', { message: 'Incorrect PIN' }],
    ['orange-not3d', approve, 'NOT3D-NOCARD', { message: 'No such card' }],
    ['orange-not3d', approve, 'NOT3D-DISABLED', { message: 'Your card is disabled' }],
    ['orange-not3d', '4000000000000069', 'Lovelace', { message: 'Expired card' }],
    ['orange-not3d', secure, 'Lovelace', { message: '3-D Secure required' }],
    ['concept', approve, 'CONCEPT-OK', { status: 'OK', redirect: { html: expect.stringMatching(/^http/) } }],
    ['concept', approve, 'CONCEPT-APPROVED', { status: 'APPROVED' }],
    ['concept', approve, 'CONCEPT-003', { status: 'DECLINED', error: { code: '003' } }],
    ['universe', approve, 'UNIVERSE-OK', { hashed_id: expect.any(String) }],
    ['universe', approve, 'UNIVERSE-SOFT', { status: 'failed' }],
    ['ezpay', approve, 'EZPAY-APPROVED', { status: 'REDIRECT', redirect_url: expect.stringContaining('/ezpay/pay/') }],
    ['ezpay', approve, 'EZPAY-DECLINED', { status: 'REDIRECT' }],
    ['ezpay', '4000000000000002', 'Lovelace', { status: 'DECLINED' }],
    ['entropay', approve, 'ENTROPAY-TRUE', { return: true }],
    ['entropay', approve, 'ENTROPAY-PIN', { return: 'pin' }],
    ['entropay', approve, 'ENTROPAY-NO', { return: false, status: 'DECLINED' }],
    [
      'zoom',
      approve,
      'Lovelace',
      { return: true, session: { amount: 1000, script_url: expect.stringContaining('/zoom/script.js') } },
    ],
    ['fraud', approve, 'FRAUD-CASCADE', { cascade: true }],
    ['fraud', approve, 'FRAUD-FAILLIMIT', { fail_limit: true }],
    ['fraud', approve, 'FRAUD-DAYLIMIT', { day_limit: true }],
    ['fraud', approve, 'FRAUD-BADCARD', { bad_card: true }],
    ['fraud', approve, 'FRAUD-REASON', { reason: 'risk', message: expect.any(String) }],
    ['fraud', '4100000000000019', 'Lovelace', { bad_card: true }],
    ['fraud', approve, 'Lovelace', {}],
    ['pfs', approve, 'ORANGE-FAILED/PFS-0051', { data: { R1: '0051' } }],
  ])('%s, card %s, holder %s', async (slug, number, lastName, wanted) => {
    const { reply } = await fixture.startCharge(slug, number, lastName)
    expect(toNativeReply(reply)).toMatchObject(wanted)
  })
})

describe('failures', () => {
  test.each(['pfs', 'orange', 'orange-not3d', 'concept', 'universe', 'ezpay'])(
    '%s: each quirk of a card',
    async (slug) => {
      const lost = await fixture.startCharge(slug, '4000009900005011')
      expect(lost.reply).toBe('fault')
      expect(await fixture.getStatus(slug, lost.ref)).toBe('succeeded')
      await fixture.waitForWebhooks(lost.ref, ['succeeded'])

      const silent = await fixture.withShortTimeout(() => fixture.startCharge(slug, '4000009900005029'))
      expect(silent.reply).toBe('fault')
      expect(await fixture.getStatus(slug, silent.ref)).toBe('not_found')

      const early = await fixture.startCharge(slug, '4000009900005037')
      expect(early.reply).toMatchObject({ status: 200 })
      expect(fixture.webhooks.filter(({ ref }) => ref === early.ref)).toHaveLength(1)

      const three = await fixture.startCharge(slug, '4000009900005045')
      await fixture.waitForWebhooks(three.ref, ['succeeded', 'pending', 'succeeded'])

      const error = await fixture.startCharge(slug, '4000009900005078')
      expect(error.reply).toMatchObject({ status: 500 })
      expect(await fixture.getStatus(slug, error.ref)).toBe('succeeded')

      const pending = await fixture.startCharge(slug, '4000009900005052')
      await fixture.waitForWebhooks(pending.ref, ['pending', 'succeeded'])
      expect(await fixture.getStatus(slug, pending.ref)).toBe('succeeded')

      const late = await fixture.startCharge(slug, '4000009900005060', 'L', { user_id: slug })
      await fixture.waitForWebhooks(late.ref, ['declined_soft', 'succeeded'])
      expect(await fixture.getStatus(slug, late.ref)).toBe('succeeded')
    },
  )

  test.each([
    ['LOST', 'fault', 'succeeded'],
    ['TIMEOUT', 'fault', 'not_found'],
    ['5XX', { status: 500 }, 'not_found'],
  ])('cardholder script %s', async (token, reply, status) => {
    const start = () => fixture.startCharge('pfs', approve, `PFS-${token}`)
    const made = await (token === 'TIMEOUT' ? fixture.withShortTimeout(start) : start())
    expect(made.reply).toEqual(typeof reply === 'string' ? reply : expect.objectContaining(reply))
    expect(await fixture.getStatus('pfs', made.ref)).toBe(status)
  })

  test('a cardholder script duplicates webhooks and delays a reply', async () => {
    const { ref } = await fixture.startCharge('pfs', approve, 'PFS-DUP/PFS-SLOW100')
    await fixture.waitForWebhooks(ref, ['succeeded', 'succeeded'])
    const [first, second] = fixture.webhooks.filter((event) => event.ref === ref)
    expect(first?.event_id).toBe(second?.event_id)
    const slow = performance.now()
    await fixture.startCharge('pfs', approve, 'PFS-SLOW100')
    expect(performance.now() - slow).toBeGreaterThan(95)
  })

  test('a charge is taken back by the bank, and the statement has it as charge and refund', async () => {
    const { ref } = await fixture.startCharge('orange', '4000009900005086')
    await fixture.waitForWebhooks(ref, ['succeeded', 'chargeback'])
    expect(await fixture.getStatus('orange', ref)).toBe('chargeback')
    const { rows } = await fixture.callControl('statement')
    const own = (rows as { ref: string; kind: string; status: string }[]).filter((row) => row.ref === ref)
    expect(own.map(({ kind, status }) => [kind, status])).toEqual([
      ['charge', 'succeeded'],
      ['refund', 'refunded'],
    ])
  })

  test('a card with a late success is charged late by one processor only', async () => {
    // The first payment must not succeed before the second is declined.
    const slow = await startSandboxFixture(null, { waitScale: 1 })
    const first = await slow.startCharge('orange', '4000009900005060', 'L', { user_id: 'once' })
    const second = await slow.startCharge('concept', '4000009900005060', 'L', { user_id: 'once' })
    await slow.callControl('clock', { offset_ms: 60_000 })
    await slow.waitForWebhooks(first.ref, ['declined_soft', 'succeeded'])
    expect(await slow.getStatus('concept', second.ref)).toBe('declined_soft')
    await slow.close()
  })
})

describe('the protocol', () => {
  test('repeating a start request returns the same charge', async () => {
    const { ref, reply } = await fixture.startCharge('orange', approve)
    const again = await fixture.startCharge('orange', approve, 'Lovelace', { ref })
    expect(again.reply).toEqual(reply)
    const { rows } = await fixture.callControl('statement')
    expect((rows as { ref: string }[]).filter((row) => row.ref === ref)).toHaveLength(1)
  })

  test('a second code after a lost reply returns the charge of the first one', async () => {
    const { ref } = await fixture.startCharge('entropay', approve, 'ENTROPAY-PIN/ENTROPAY-LOST')
    expect(await fixture.sendSigned('/entropay/complete', { ref, cvv: '123' })).toBe('fault')
    const [second, third] = await Promise.all([
      fixture.sendSigned('/entropay/complete', { ref, cvv: '456' }),
      fixture.sendSigned('/entropay/complete', { ref, cvv: '789' }),
    ])
    expect(second).toEqual(third)
    expect(second).toMatchObject({ status: 200, json: { ref, amount: 100_000, currency: 'USD' } })
    const { rows } = await fixture.callControl('statement')
    expect((rows as { ref: string }[]).filter((row) => row.ref === ref)).toHaveLength(1)
  })

  test('a statement has the charges and refunds of one processor that changed in a period, in pages', async () => {
    const period = { from: '2020-01-01T00:00:00.000Z', to: '2099-01-01T00:00:00.000Z', offset: 0 }
    const { ref } = await fixture.startCharge('universe', approve)
    await fixture.sendSigned('/universe/refund', { ref, refund_ref: 'u1', amount: 100, currency: 'USD' })
    await fixture.startCharge('concept', approve)
    const page = await fixture.sendSigned('/universe/statement', period)
    if (page === 'fault') throw new Error('no reply')
    const rows = page.json['rows'] as { kind: string; processor: string; ref: string }[]
    expect(new Set(rows.map(({ processor }) => processor))).toEqual(new Set(['UNIVERSE']))
    expect(rows.filter((row) => row.ref === ref).map(({ kind }) => kind)).toEqual(['charge', 'refund'])
    expect(page.json['next_offset']).toBeNull()
    expect(await fixture.sendSigned('/universe/statement', { ...period, to: period.from })).toMatchObject({
      json: { rows: [], next_offset: null },
    })
    for (let count = 0; count < 200; count += 1) await fixture.startCharge('universe', approve)
    const first = await fixture.sendSigned('/universe/statement', period)
    expect(first).toMatchObject({ json: { next_offset: 200 } })
    expect(await fixture.sendSigned('/universe/statement', { ...period, offset: 200 })).toMatchObject({
      json: { next_offset: null },
    })
  })

  test('a cancelled reference is never charged, even if the start request comes later', async () => {
    const ref = '00000000-0000-4000-8000-000000000001'
    expect(await fixture.sendSigned('/pfs/cancel', { ref })).toMatchObject({ json: { status: 'cancelled' } })
    expect((await fixture.startCharge('pfs', approve, 'Lovelace', { ref })).reply).toMatchObject({ status: 409 })
    expect(await fixture.getStatus('pfs', ref)).toBe('cancelled')
    expect(await fixture.getStatus('orange', ref)).toBe('not_found')
  })

  test('a status repeats what a charge waits for', async () => {
    for (const [slug, lastName] of [
      ['pfs', 'PFS-0000'],
      ['entropay', 'ENTROPAY-PIN'],
      ['zoom', 'ZOOM-0'],
    ] as const) {
      const { ref, reply } = await fixture.startCharge(slug, '4242424242424242', lastName)
      if (reply === 'fault') throw new Error('no reply')
      const { redirect_url, reply: words } = reply.json
      expect(await fixture.sendSigned(`/${slug}/status`, { ref })).toMatchObject({
        json: { status: 'requires_action', redirect_url, reply: words },
      })
    }
  })

  test('cancelling a finished charge returns its result', async () => {
    const { ref } = await fixture.startCharge('pfs', approve)
    expect(await fixture.sendSigned('/pfs/cancel', { ref })).toMatchObject({
      json: { status: 'succeeded', amount: 100_000, currency: 'USD' },
    })
    const waiting = await fixture.startCharge('pfs', secure)
    expect(await fixture.sendSigned('/pfs/cancel', { ref: waiting.ref })).toMatchObject({
      json: { status: 'cancelled' },
    })
  })

  test.each([
    ['orange-not3d', 'NOT3D-FUNDS', 'declined_hard', 'Not sufficient funds'],
    ['orange', 'ORANGE-FAILED', 'declined_soft', 'Card declined'],
    ['concept', 'CONCEPT-003', 'declined_hard', '003'],
    ['pfs', 'PFS-0051', 'declined_soft', '0051'],
  ])('%s reports a decline of %s with the reason of its reply', async (slug, lastName, status, reason) => {
    const { ref } = await fixture.startCharge(slug, approve, lastName)
    expect(await fixture.sendSigned(`/${slug}/status`, { ref })).toMatchObject({ json: { status, reason } })
  })

  test('refunds once per refund reference, and never more than was charged', async () => {
    const { ref } = await fixture.startCharge('pfs', approve)
    const refund = (refund_ref: string, amount: number, currency = 'USD') =>
      fixture.sendSigned('/pfs/refund', { ref, refund_ref, amount, currency })
    expect(await refund('r1', 60_000)).toMatchObject({ json: { status: 'refunded' } })
    expect(await refund('r1', 60_000)).toMatchObject({ json: { status: 'refunded' } })
    expect(await refund('r2', 60_000)).toMatchObject({ json: { ref, refund_ref: 'r2', status: 'refused' } })
    expect(await refund('r3', 40_000, 'EUR')).toMatchObject({ json: { status: 'refused' } })
    expect(await refund('r4', 40_000)).toMatchObject({ json: { status: 'refunded' } })
    expect(await refund('r1', 60_000)).toMatchObject({ json: { status: 'refunded' } })
  })

  test('rejects calls without a current signature', async () => {
    expect(await fixture.sendSigned('/pfs/status', { ref: 'x' }, Date.now() - 301_000)).toMatchObject({ status: 401 })
    const plain = await fetch(`${fixture.url}/pfs/status`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"ref":"x"}',
    })
    expect(plain.status).toBe(401)
  })

  test('rejects an invalid request without repeating its values', async () => {
    const { reply } = await fixture.startCharge('pfs', approve, 'Lovelace', { amount: -5, note: approve })
    expect(reply).toMatchObject({ status: 400 })
    expect(JSON.stringify(reply)).not.toContain(approve)
  })
})
