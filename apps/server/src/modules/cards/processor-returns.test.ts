import { describe, expect, test } from 'vitest'

import { createClient } from '../../../test/fixtures/app/test-client.ts'
import { sendListenCall } from '../../../test/fixtures/cards/pay-by-card.ts'
import { createProcessorFixture, testCards } from '../../../test/fixtures/cards/processor-fixture.ts'

const { app, pay } = await createProcessorFixture()
const { approve, secure } = testCards

test.each(['ORANGE', 'PFS', 'CONCEPT', 'UNIVERSE', 'EZPAY'] as const)(
  '%s: the listen call follows the attempt from the page to success, for its own trader only',
  async (name) => {
    const { client, deposit } = await pay(name, 'Lovelace', secure, { page: 'leave' })
    const { transaction_id: uid, id, action } = deposit.step ?? { transaction_id: '', id: '', action: null }
    expect((await sendListenCall(client, name, uid, id)).outcome).toEqual({ kind: 'poll' })
    if (action?.kind !== 'redirect') throw new Error('no page')
    await fetch(action.url, { method: 'POST', body: new URLSearchParams({ answer: 'approve' }) })
    await expect
      .poll(async () => (await sendListenCall(client, name, uid, id)).outcome, { timeout: 30_000 })
      .toEqual({ kind: 'success' })
    const { client: stranger } = await app.registerTrader()
    const theirs = await sendListenCall(stranger, name, uid, id)
    const missing = await sendListenCall(stranger, name, crypto.randomUUID(), crypto.randomUUID())
    expect(theirs.reply).toMatchObject({ status: 404 })
    expect(theirs.reply.text).toBe(missing.reply.text)
  },
)

describe('the return from a processor page', () => {
  test.each<[string, string, (uid: string, id: string) => string]>([
    ['PFS', 'PFS-0000', (uid, id) => `#/listen/funding/pfs/${id}/${uid}`],
    ['ORANGE', 'ORANGE-REDIRECT', (uid, id) => `#/listen/funding/orange/${id}/${uid}`],
    ['EZPAY', 'EZPAY-APPROVED', (uid, id) => `#/listen/funding/ezpay/${id}/${uid}`],
    ['CONCEPT', 'CONCEPT-OK', (uid, id) => `?listen-concept&transaction_id=${uid}&id=${id}`],
    ['UNIVERSE', 'Lovelace', (uid, id) => `?listen&transaction_id=${uid}&id=${id}`],
    ['ENTROPAY', 'ENTROPAY-TRUE', () => '#/show/funding/entro'],
  ])('%s redirects to the route of the specification', async (name, lastName, route) => {
    const { returnUrls, replies, deposit } = await pay(name, lastName, name === 'UNIVERSE' ? secure : approve)
    expect(deposit.state).toBe('succeeded')
    expect(returnUrls).toEqual([`/en/trading${route(String(replies[0]?.['transaction_id']), deposit.id)}`])
  })

  test('an unknown reference, or one of another processor, redirects to the funding page', async () => {
    const { client, deposit } = await pay('ORANGE', 'ORANGE-REDIRECT', approve, { page: 'leave' })
    for (const [slug, ref] of [
      ['orange', crypto.randomUUID()],
      ['orange', 'x'],
      ['pfs', deposit.step?.transaction_id ?? ''],
      ['unknown', deposit.step?.transaction_id ?? ''],
    ] as const) {
      const back = await client.postForm(`/return/${slug}`, { ref })
      expect([back.status, back.headers.location]).toEqual([303, '/en/trading#/show/funding'])
    }
  })
})

test('a return without cookies redirects in the language of the trader, or in English if it is not served', async () => {
  const { client, deposit } = await pay('ORANGE', 'ORANGE-REDIRECT', approve, { page: 'leave' })
  expect((await client.post('/api/preferences', { language: 'ru' })).json).toMatchObject({ return: true })
  const stranger = await createClient(app.http)
  const ref = deposit.step?.transaction_id ?? ''
  const back = await stranger.postForm('/return/orange', { ref })
  expect(back.headers.location).toBe(`/ru/trading#/listen/funding/orange/${deposit.id}/${ref}`)
  const { db } = app.database
  const payer = db.selectFrom('deposits').select('user_id').where('id', '=', deposit.id)
  await db.updateTable('users').set({ language: 'ar' }).where('id', '=', payer).execute()
  const inEnglish = await stranger.postForm('/return/orange', { ref })
  expect(inEnglish.headers.location).toBe(`/en/trading#/listen/funding/orange/${deposit.id}/${ref}`)
})

test('a redirect to a processor without a session leads to the log-in page and back to funding', async () => {
  const stranger = await createClient(app.http)
  const sent = await stranger.get('/api/entro/redirect?amount=1000', { 'accept-language': 'ru' })
  expect([sent.status, sent.headers.location]).toEqual([303, '/ru/login?expired#/show/funding'])
})

test('a redirect that fails for another reason leads to the funding page, which shows what is true', async () => {
  const { client } = await app.registerTrader()
  const failed = await client.get('/api/entro/redirect?amount=abc')
  expect([failed.status, failed.headers.location]).toEqual([303, '/en/trading#/show/funding'])
})
