import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { saveCard } from '../../../test/fixtures/cards/pay-by-card.ts'

const number = '4242 4242-4242 4242'
const digits = '4242424242424242'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('traces of browsers are stored without card numbers and codes', async () => {
  const { client, userId } = await app.registerTrader()
  await client.post('/api/rpc', { worker: 'ORANGE', cascade: `a ${number}`, cascade_exec: 'cvv: 123' })
  await client.post('/api/debug/zoom_script', { evt: 'token', act: `failed for ${digits}, cvc=1234` })
  await client.post('/api/debug/zoom_script', { evt: 'token', act: '123' })
  const rows = await app.database.db
    .selectFrom('card_client_logs')
    .select('detail')
    .where('user_id', '=', userId)
    .execute()
  expect(rows.map(({ detail }) => detail)).toEqual([
    { worker: 'ORANGE', cascade: 'a •••• 4242', cascade_exec: 'cvv: •••' },
    { evt: 'token', act: 'failed for •••• 4242, cvc=•••' },
    { evt: 'token', act: '•••' },
  ])
})

test('names are stored without card numbers, and a registration is in the security log', async () => {
  const { client, userId } = await app.registerTrader({ firstName: `Ada ${digits}` })
  await saveCard(client, '5555555555554444', number)
  const { db } = app.database
  expect(await db.selectFrom('users').select('first_name').where('id', '=', userId).execute()).toEqual([
    { first_name: 'Ada •••• 4242' },
  ])
  expect(await db.selectFrom('cards').select('last_name').where('user_id', '=', userId).execute()).toEqual([
    { last_name: '•••• 4242' },
  ])
  const events = await db
    .selectFrom('security_events')
    .select(['kind', 'address'])
    .where('user_id', '=', userId)
    .execute()
  expect(events).toContainEqual({ kind: 'registered', address: expect.stringMatching(/\d/) })
})

test('a card number that is split over the names of an account or a card is masked', async () => {
  const { client, userId } = await app.registerTrader({ firstName: '4242 4242', lastName: '4242 4242' })
  const card = { cu: 'AU', cur: 'USD', cty: 'VSA', cnu: '5555555555554444', emm: '04', eyy: '2031', fn: '4242' }
  const type = {
    card_type: 'all',
    card_length_valid: true,
    card_length: [16],
    is_fail_limit: false,
    cascade: { limit: false },
  }
  const saved = await client.post('/api/card/save', { ...card, ...type, ln: '4242 4242 4242' })
  expect(saved.json).toMatchObject({ return: true, card: { fn: '••••', ln: '•••• •••• ••••' } })
  const { db } = app.database
  const names = ['first_name', 'last_name'] as const
  const masked = { first_name: '•••• ••••', last_name: '•••• ••••' }
  expect(await db.selectFrom('users').select(names).where('id', '=', userId).execute()).toEqual([masked])
  const maskedHolder = { first_name: '••••', last_name: '•••• •••• ••••' }
  expect(await db.selectFrom('cards').select(names).where('user_id', '=', userId).execute()).toEqual([maskedHolder])
})

test('a message is stored and mailed without card numbers', async () => {
  const message = {
    name: `Ada ${number}`,
    email: 'ada@example.com',
    phone: '+61 412 345 678',
    message: `My card ${number}, cvv 123`,
  }
  expect((await (await app.openClient()).post('/api/contacts', message)).json).toMatchObject({ return: true })
  const mails = JSON.stringify(await app.database.db.selectFrom('mails').selectAll().execute())
  expect(mails).not.toMatch(/4242.4242/)
  expect(mails).not.toMatch(/cvv 123/)
})

test('the log names the path of an unknown call without card numbers and codes', async () => {
  const client = await app.openClient()
  for (const path of [digits, encodeURIComponent(number), 'cvv/987']) await client.get(`/api/unknown/${path}`)
  const log = app.logs.join('')
  expect(log).toContain('/api/unknown/')
  expect(log).not.toMatch(/4242(?:%20|-)?4242|cvv.987/)
})
