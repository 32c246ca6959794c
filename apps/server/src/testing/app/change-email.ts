import { findQueuedMails } from '../mail/queued-mails.ts'
import type { TestApp, TestClient } from './test-app.ts'

/** Requests the change and opens the mailed link. */
export async function changeEmail(app: TestApp, client: TestClient, email: string, password: string): Promise<void> {
  const { json } = await client.post('/api/fraud/user')
  const { phone } = (json as { user: { phone: string } }).user
  await client.post('/api/info', { email, phone, password })
  const token = (await findQueuedMails(app, email, 'email_change')).at(-1)?.link?.split('#')[1]
  const reply = await (await app.openClient()).post('/api/email/confirm', { token })
  if (!reply.text.includes('"return":true')) throw new Error(`expected a yes: ${reply.text}`)
}
