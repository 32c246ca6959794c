import { afterAll, beforeAll, expect, test } from 'vitest'

import { type TestApp, type TestClient, type TraderForm, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { findQueuedMails } from '../../../test/fixtures/mail/queued-mails.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const isAccepted = ({ json }: { json: unknown }) => (json as { return: boolean }).return
const phone = '+61412345678'

type Request = (client: TestClient, form: TraderForm, n: number) => Promise<boolean>

const limited: Record<string, { readonly limit: number; readonly isEmailProved: boolean; readonly request: Request }> =
  {
    'links for a new password': {
      limit: 3,
      isEmailProved: true,
      request: async (client, { login }) => {
        const before = (await findQueuedMails(app, login, 'reset')).length
        await client.post('/api/forget', { email: login })
        await app.runJob('auth.mail_reset_links')
        return (await findQueuedMails(app, login, 'reset')).length > before
      },
    },
    'contact requests of a phone': {
      limit: 5,
      isEmailProved: true,
      request: async (client, _form, n) =>
        isAccepted(
          await client.post('/api/contacts', { name: 'Ada', email: `ada${n}@example.com`, phone, message: `no. ${n}` }),
        ),
    },
    'mails to an address that is not proved': {
      // The registration has sent the first mail.
      limit: 4,
      isEmailProved: false,
      request: async (client) => isAccepted(await client.post('/api/email/prove')),
    },
    'changes of e-mail': {
      limit: 3,
      isEmailProved: true,
      request: async (client, { password }, n) =>
        isAccepted(await client.post('/api/info', { email: `changed${n}@example.com`, phone, password })),
    },
  }

test.each(Object.entries(limited))(
  'a clock that is set back an hour does not lengthen the limit of %s',
  async (_what, { limit, isEmailProved, request }) => {
    const { client, form } = await app.registerTrader({}, { isEmailProved })
    for (let n = 0; n < limit; n += 1) expect(await request(client, form, n)).toBe(true)
    expect(await request(client, form, limit)).toBe(false)
    app.clock.advance(-3_600_000)
    expect(await request(client, form, limit)).toBe(true)
  },
)
