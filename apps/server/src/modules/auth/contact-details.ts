import { type Result, ok, refuse } from '@tradefront/rules/result'

import type { AppContext } from '../../context.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { recordMark } from '../marks/service.ts'
import { findCredentialsByEmail, lockUser, updatePhone } from '../users/service.ts'
import { verifyOwnPassword } from './change-password.ts'
import { requestEmailChange } from './email-links.ts'
import { isEmailReserved } from './email-link-store.ts'
import { parsePhone } from './parse-phone.ts'

type ContactDetails = { readonly email: string; readonly phone: string }

export type ContactDetailsForm = ContactDetails & {
  readonly password?: string
  /** Details when the form was opened. */
  readonly known?: ContactDetails
}

export type ContactDetailsRefusal =
  | 'auth.phone_invalid'
  | 'auth.old_password_wrong'
  | 'auth.platform_down'
  | 'profile.password_needed'
  | 'profile.contact_stale'
  | 'profile.email_taken'
  | 'profile.email_changes_exceeded'
  | 'auth.email_proof_limit'

/** Changes the phone at once, and the e-mail when the link in the new mailbox is opened. @throws AppError 429 */
export async function changeContactDetails(
  context: AppContext,
  user: SessionUser,
  form: ContactDetailsForm,
  address: string,
): Promise<Result<{ readonly isChanged: boolean }, ContactDetailsRefusal>> {
  const { db, clock } = context
  const { known } = form
  if (known && (known.email !== user.email || known.phone !== user.phone)) return refuse('profile.contact_stale')
  const email = form.email.toLowerCase()
  const phone = form.phone === user.phone ? user.phone : (await parsePhone(form.phone, user))?.e164
  if (phone === undefined) return refuse('auth.phone_invalid')
  const isEmailChanged = email !== user.email
  if (!isEmailChanged && phone === user.phone) return ok({ isChanged: false })
  if (form.password === undefined || form.password === '') return refuse('profile.password_needed')
  const verified = await verifyOwnPassword(context, user.id, form.password, address)
  if (!verified.ok) return verified
  return db.transaction().execute(async (trx) => {
    const locked = await lockUser(trx, user.id)
    if (locked.email !== user.email || locked.phone !== user.phone) return refuse('profile.contact_stale')
    if (isEmailChanged) {
      const isTaken =
        (await findCredentialsByEmail(trx, email)) !== null || (await isEmailReserved(trx, email, user.id, clock.now()))
      if (isTaken) return refuse('profile.email_taken')
      const requested = await requestEmailChange(context, trx, user, email)
      if (!requested.ok) return requested
    }
    if (phone !== user.phone) {
      await updatePhone(trx, user.id, phone)
      await recordMark(context, trx, { userId: user.id, kind: 'phone', value: phone, isProved: false, at: clock.now() })
    }
    return ok({ isChanged: true })
  })
}
