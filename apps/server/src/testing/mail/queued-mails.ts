import { createSeal } from '../../platform/crypto/seal.ts'
import type { TestApp } from '../app/test-app.ts'

/** Not sent yet. `link` is its button's target. */
export type QueuedMail = { readonly subject: string; readonly text: string; readonly link: string | undefined }

/** Oldest first. */
export async function findQueuedMails(app: TestApp, address: string, template: string): Promise<QueuedMail[]> {
  const seal = createSeal(app.secretKey)
  const rows = await app.database.db
    .selectFrom('mails')
    .select(['id', 'sealed'])
    .where('template', '=', template)
    .where('state', '=', 'due')
    .orderBy('created_at')
    .execute()
  return rows.flatMap(({ id, sealed }) => {
    if (!sealed) return []
    const mail = JSON.parse(seal.openText(sealed, `mail:${id}`)) as { to: string; subject: string; text: string }
    if (mail.to !== address) return []
    return [{ subject: mail.subject, text: mail.text, link: /^https?:\/\/\S+$/m.exec(mail.text)?.[0] }]
  })
}
