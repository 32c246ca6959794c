import { randomUUID } from 'node:crypto'

import type { MailGateway } from '../../gateways/mail-gateway.ts'
import { type Clock, dayMs } from '../../platform/clock.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { createMailDelivery, type SealedMail, toSealContext } from './deliver-mails.ts'
import { type EmailTemplate, type EmailTemplateInput, renderEmail } from './email-template.ts'
import { createMailStore } from './store.ts'

export type { EmailTemplate }

export type Mail = EmailTemplateInput & {
  readonly to: string
  readonly replyTo?: string | undefined
  /** The mail is not sent after this time, e.g. because its link has expired. */
  readonly validUntil?: Date | undefined
}

export type MailDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly jobs: JobQueue
  readonly gateway: MailGateway
  readonly waitScale: number
  readonly onError: (error: unknown) => void
}

/** Also runs when a mail is stored. */
export const deliverMailsJob = 'mail.deliver'
const retentionMs = 30 * dayMs

export type MailService = ReturnType<typeof createMailService>

/**
 * Sends mails reliably: `send` stores a mail in the caller's transaction, a job delivers it and retries for two days. If a
 * server crashes while sending, the mail can arrive twice, with the same Message-ID.
 */
export function createMailService(deps: MailDeps) {
  const { db, clock, seal, jobs } = deps
  const store = createMailStore(db)
  const deliver = createMailDelivery({
    ...deps,
    store,
    scheduleDelivery: (startAfter) =>
      jobs.enqueueJob(deliverMailsJob, {}, startAfter === undefined ? {} : { startAfter }),
  })

  return {
    /** The mail is sent within seconds of the commit, or when the mail server is back. */
    send: async ({ to, replyTo, validUntil, ...email }: Mail, transaction: Db): Promise<void> => {
      const id = randomUUID()
      const content: SealedMail = { to, replyTo, ...renderEmail(email) }
      await store.insertMail(
        {
          id,
          template: email.template,
          sealed: seal.sealText(JSON.stringify(content), toSealContext(id)),
          at: clock.now(),
          validUntil: validUntil ?? null,
        },
        transaction,
      )
      await jobs.enqueueJob(deliverMailsJob, {}, { transaction })
    },

    deliver,

    deleteFinished: () => store.deleteFinishedMails(new Date(clock.now().getTime() - retentionMs)),
  }
}

/** Minutes, UTC. */
export function formatMailTime(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ')
}
