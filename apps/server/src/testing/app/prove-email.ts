import { findQueuedMails } from '../mail/queued-mails.ts'
import type { TestApp, TestReply } from './test-app.ts'

/** Opens the link that was mailed last. */
export async function proveEmail(app: TestApp, email: string): Promise<TestReply> {
  const token = (await findQueuedMails(app, email, 'prove_email')).at(-1)?.link?.split('#')[1]
  return (await app.openClient()).post('/api/email/confirm', { token })
}
