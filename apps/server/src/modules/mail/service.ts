import { randomUUID } from 'node:crypto'

import type { MailGateway } from '../../gateways/mail-gateway.ts'
import { type Clock, dayMs, getLatestCounted } from '../../platform/clock.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { createMailDelivery, type SealedMail, toSealContext } from './deliver-mails.ts'
import { createMailTopics, type MailSubscription } from './mail-topics.ts'
import { type EmailTemplate, type EmailTemplateInput, renderEmail } from './email-template.ts'
import { countUnproved, deleteFinishedMails, findIsProved, insertMail } from './store.ts'

export { type EmailTemplate, renderEmail }

export type Mail = EmailTemplateInput & {
  readonly to: string
  readonly replyTo?: string | undefined
  /** Set if the trader can stop mails of this kind. */
  readonly subscription?: MailSubscription | undefined
  /** Not sent later, e.g. because its link has expired. */
  readonly validUntil?: Date | undefined
}

export type MailDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly jobs: JobQueue
  readonly gateway: MailGateway
  /** Empty: mails have no links. */
  readonly publicUrl: string
  readonly waitScale: number
  readonly onError: (error: unknown) => void
}

/** Links that prove that a mailbox is the user's. An address that is not proved can be a stranger's, and gets nothing else. */
const linkTemplates: readonly EmailTemplate[] = ['prove_email', 'email_change', 'reset']
const maxUnprovedPerDay = 5

export const deliverMailsJob = 'mail.deliver'
const retentionMs = 30 * dayMs

export type MailService = ReturnType<typeof createMailService>

/**
 * Stores mails in the caller's transaction; a job delivers them and retries for two days. After a crash a mail can arrive twice, with the
 * same Message-ID.
 */
export function createMailService(deps: MailDeps) {
  const { db, clock, seal, jobs, publicUrl } = deps
  const topics = createMailTopics(deps)
  const deliver = createMailDelivery({
    ...deps,
    scheduleDelivery: (startAfter) => jobs.enqueueJob(deliverMailsJob, startAfter === undefined ? {} : { startAfter }),
  })

  return {
    topics,

    /** Returns false if the trader has stopped such mails, or the address is not proved, and cannot get this mail or has got enough today. */
    send: async ({ to, replyTo, validUntil, subscription, ...email }: Mail, transaction: Db): Promise<boolean> => {
      if (subscription && (await topics.isStopped(subscription, transaction))) return false
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
      const stopToken = subscription ? topics.createStopToken(subscription) : null
      const content: SealedMail = {
        to,
        replyTo,
        ...(stopToken !== null && { stopUrl: `${publicUrl}/api/mails/stop/${stopToken}` }),
        ...renderEmail({
          ...email,
          stopLink: stopToken === null ? undefined : `${publicUrl}/${email.locale}/mails#${stopToken}`,
        }),
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
    },

    deliver,

    deleteFinished: () => deleteFinishedMails(db, new Date(clock.now().getTime() - retentionMs)),
  }
}

/** Minutes, UTC. */
export function formatMailTime(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ')
}
