import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type TestApp, type TestClient, startTestApp } from '../../testing/app/test-app.ts'
import { findQueuedMails } from '../../testing/mail/queued-mails.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function getUser(client: TestClient): Promise<unknown> {
  const { json } = await client.post('/api/fraud/user')
  return (json as { user: unknown }).user
}

describe('saving the contact details', () => {
  test('changes e-mail and phone, mails both addresses, and makes the new one the log-in', async () => {
    const { client, form } = await app.registerTrader()
    const reply = await client.post('/api/info', { email: 'New.Address@example.com', phone: '+7 (916) 123-45-67' })
    expect(reply.json).toMatchObject({
      return: true,
      user: { email: 'new.address@example.com', phone: '+79161234567' },
    })
    for (const to of [form.login, 'new.address@example.com']) {
      expect((await findQueuedMails(app, to, 'email_changed'))[0]?.text).toContain('new.address@example.com')
    }
    const other = await app.openClient()
    expect((await other.login('new.address@example.com', form.password)).json).toMatchObject({ return: true })
    expect((await other.login(form.login, form.password)).json).toMatchObject({ return: false })
  })

  test('sends no mail when only the phone changes', async () => {
    const { client, form } = await app.registerTrader()
    expect((await client.post('/api/info', { email: form.login, phone: '+61 2 9374 4000' })).json).toMatchObject({
      user: { phone: '+61293744000' },
    })
    expect(await findQueuedMails(app, form.login, 'email_changed')).toEqual([])
  })

  test.each([
    ['another trader’s e-mail', 'TAKEN@example.com', '+61412345678', 200, 'auth.email_taken'],
    ['no phone', 'mine@example.com', '', 200, 'auth.phone_invalid'],
    ['text instead of a phone', 'mine@example.com', 'call me 12345', 200, 'auth.phone_invalid'],
    ['a script instead of a phone', 'mine@example.com', '<script>1234567', 200, 'auth.phone_invalid'],
    ['no e-mail', 'nobody', '+61412345678', 400, 'errors.malformed'],
  ])('refuses %s and saves nothing', async (_what, email, phone, status, error) => {
    await (
      await app.openClient()
    ).post('/api/register', {
      login: 'taken@example.com',
      password: 'long enough',
      firstName: 'A',
      lastName: 'B',
      country: 'AU',
      currency: 'USD',
      phone: '41234567',
      phone_prefix: '61',
      adult: true,
      terms: true,
    })
    const { client, form } = await app.registerTrader()
    expect(await client.post('/api/info', { email, phone })).toMatchObject({ status, json: { return: false, error } })
    expect(await getUser(client)).toMatchObject({ email: form.login, phone: '+61412345678' })
  })
})
