import { type Result, ok, refuse } from '@tradefront/rules/result'

import type { Db } from '../../platform/database/database.ts'
import { toLocale } from '../../platform/http/locale.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import type { MailService } from '../mail/service.ts'
import { updateContactDetails } from '../users/service.ts'
import { deleteLinksOfUser } from './password-reset-store.ts'
import { normalizePhone } from './phone-number.ts'

export type ChangeContactDetailsDeps = { readonly db: Db; readonly mail: Pick<MailService, 'send'> }

/** Mails a change to both the previous and the new address. */
export async function changeContactDetails(
  { db, mail }: ChangeContactDetailsDeps,
  user: SessionUser,
  rawEmail: string,
  rawPhone: string,
): Promise<Result<void, 'auth.phone_invalid' | 'auth.email_taken'>> {
  const email = rawEmail.toLowerCase()
  const phone = normalizePhone(rawPhone)
  if (phone === null) return refuse('auth.phone_invalid')
  return db.transaction().execute(async (trx) => {
    const previousEmail = await updateContactDetails(trx, user.id, email, phone)
    if (previousEmail === null) return refuse('auth.email_taken')
    if (previousEmail === email) return ok()
    // They were mailed to the previous address.
    await deleteLinksOfUser(trx, user.id)
    for (const to of [previousEmail, email]) {
      await mail.send({ to, template: 'email_changed', locale: toLocale(user.language), params: { email } }, trx)
    }
    return ok()
  })
}
