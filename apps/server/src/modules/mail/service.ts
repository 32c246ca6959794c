import { randomUUID } from 'node:crypto'

import type { AppContext } from '../../context.ts'
import { dayMs, getLatestCounted } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { deliverMailsJob, type SealedMail, toSealContext } from './deliver-mails.ts'
import { createStopToken, isMailStopped, type MailSubscription } from './mail-topics.ts'
import { type EmailTemplate, type EmailTemplateInput, type RenderedEmail, renderEmail } from './email-template.ts'
import { findMailTexts } from './mail-text-store.ts'
import { countUnproved, deleteFinishedMails, findIsProved, insertMail } from './store.ts'

export { type EmailTemplate, renderEmail }

export type Mail = EmailTemplateInput & {
  readonly to: string
  readonly replyTo?: string
  /** Set if the trader can stop mails of this kind. */
  readonly subscription?: MailSubscription
  /** The mail is not sent after this time, e.g. because its link has expired. */
  readonly validUntil?: Date
}

/** Mails with links that prove that a mailbox is the user's. An address that is not proved can be a stranger's, and gets nothing else. */
const linkTemplates: readonly EmailTemplate[] = ['prove_email', 'email_change', 'reset']
const maxUnprovedPerDay = 5

const retentionMs = 30 * dayMs

/**
 * Stores a mail in the caller's transaction; a job delivers it and retries for two days. After a crash a mail can arrive twice, with the
 * same Message-ID. Returns false if the trader has stopped such mails, or the address is not proved, and cannot get this mail or has got
 * enough today.
 */
export async function sendMail(
  context: AppContext,
  { to, replyTo, validUntil, subscription, ...email }: Mail,
  transaction: Db,
): Promise<boolean> {
  const { seal, clock, config, jobs } = context
  if (subscription && (await isMailStopped(subscription, transaction))) return false
  const isLink = linkTemplates.includes(email.template)
  const isProved = await findIsProved(transaction, to.toLowerCase())
  if (isProved === false && !isLink) return false
  const isLimited = isLink && isProved !== true
  const unprovedHash = isLimited ? seal.computeHash(to.toLowerCase(), 'mail.unproved') : null
  if (unprovedHash !== null) {
    const now = clock.now()
    const since = new Date(now.getTime() - dayMs)
    const count = await countUnproved(transaction, unprovedHash, since, getLatestCounted(now))
    if (count >= maxUnprovedPerDay) return false
  }
  const id = randomUUID()
  const stopToken = subscription ? createStopToken(context, subscription) : null
  const content: SealedMail = {
    to,
    replyTo,
    stopUrl: stopToken === null ? undefined : `${config.publicUrl}/api/mails/stop/${stopToken}`,
    ...(await renderNewest(context, transaction, {
      ...email,
      stopLink: stopToken === null ? undefined : `${config.publicUrl}/${email.locale}/mails#${stopToken}`,
    })),
  }
  await insertMail(transaction, {
    id,
    template: email.template,
    sealed: seal.sealText(JSON.stringify(content), toSealContext(id)),
    at: clock.now(),
    validUntil: validUntil ?? null,
    unprovedHash,
  })
  await jobs.enqueueJob(deliverMailsJob, { transaction })
  return true
}

/** With the texts of operators, if they have written any that have a value for each placeholder in this version of the product. */
async function renderNewest({ onError }: AppContext, db: Db, email: EmailTemplateInput): Promise<RenderedEmail> {
  const own = await findMailTexts(db, { template: email.template, language: email.locale })
  if (own === null) return renderEmail(email)
  try {
    return renderEmail(email, own.texts)
  } catch (error) {
    onError(error)
    return renderEmail(email)
  }
}

export function deleteFinished({ db, clock }: AppContext) {
  return deleteFinishedMails(db, new Date(clock.now().getTime() - retentionMs))
}

/** Formats a time in UTC, to the minute. */
export function formatMailTime(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ')
}
