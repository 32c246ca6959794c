import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { hourMs } from '../../platform/clock.ts'
import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ config: { requestsPerMinute: 6000 } })
  const row = { name: 'registrations_per_hour', value: '3', changed_at: app.clock.now() }
  await app.database.db.insertInto('settings').values(row).execute()
})
afterAll(() => app.stop())
beforeEach(() => app.clock.advance(2 * hourMs))

let count = 0
const person = {
  password: 'correct horse',
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'AU',
  currency: 'EUR',
  phone: '412345678',
  phone_prefix: '61',
  adult: true,
  terms: true,
}
const register = async (address: string, form: object = {}, headers: Record<string, string> = {}) => {
  const visitor = await app.openClient(address)
  const login = `limited${(count += 1)}@example.com`
  return (await visitor.post('/api/register', { ...person, login, ...form }, headers)).json
}
const registerForPractice = async (address: string) => {
  const visitor = await app.openClient(address)
  const form = { login: `limited${(count += 1)}@example.com`, password: person.password }
  return (await visitor.post('/api/practice/register', form)).json
}
const refused = { return: false, error: 'auth.registrations_limit' }

test('an address opens three accounts within an hour, practice accounts included; other addresses go on', async () => {
  for (let opened = 0; opened < 2; opened += 1) expect(await register('10.50.0.1')).toEqual({ return: true })
  expect(await registerForPractice('10.50.0.1')).toEqual({ return: true })
  app.clock.advance(hourMs - 1)
  expect(await register('10.50.0.1')).toMatchObject({
    ...refused,
    message:
      'Many accounts were opened from your internet connection within the last hour. Try again in an hour, or from another connection.',
  })
  expect(await register('10.50.0.1', {}, { 'accept-language': 'ru' })).toMatchObject({
    message:
      'С вашего подключения к интернету за последний час открыли много счетов. Попробуйте через час или с другого подключения.',
  })
  expect(await registerForPractice('10.50.0.1')).toMatchObject(refused)
  expect(await register('10.50.0.2')).toEqual({ return: true })
  app.clock.advance(1)
  expect(await register('10.50.0.1')).toEqual({ return: true })
})

test('a network of IPv6 counts as one address', async () => {
  for (const host of [1, 2, 3]) expect(await register(`2001:db8:5:6::${host}`)).toEqual({ return: true })
  expect(await register('2001:db8:5:6:ffff::4')).toMatchObject(refused)
  expect(await register('2001:db8:5:7::4')).toEqual({ return: true })
})

test('requests at once do not open more', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => register('10.51.0.1')))
  expect(replies.filter((reply) => (reply as { return: boolean }).return)).toHaveLength(3)
})

test('log-ins and refused registrations do not count', async () => {
  const { form } = await app.registerTrader({}, { address: '10.52.0.9' })
  app.clock.advance(hourMs)
  for (let n = 0; n < 5; n += 1) {
    await (await app.openClient('10.52.0.1')).login(form.login, form.password)
    expect(await register('10.52.0.1', { login: form.login })).toMatchObject({ error: 'auth.email_taken' })
  }
  for (let n = 0; n < 3; n += 1) expect(await register('10.52.0.1')).toEqual({ return: true })
  expect(await register('10.52.0.1')).toMatchObject(refused)
})
