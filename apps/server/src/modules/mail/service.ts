import { randomUUID } from 'node:crypto'

import * as z from 'zod'

import type { DeliveryResult, MailGateway } from '../../gateways/mail-gateway.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import { type EmailTemplate, type EmailTemplateInput, renderEmail } from './email-template.ts'
import { type LeasedMail, createMailStore } from './store.ts'

export type { EmailTemplate }

/** A letter to somebody. */
export type Mail = EmailTemplateInput & {
  readonly to: string
  readonly replyTo?: string | undefined
  /** After this it would help nobody and is not sent any more. */
  readonly validUntil?: Date | undefined
}

export type MailDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly jobs: JobQueue
  readonly gateway: MailGateway
  /** Multiplies the waits between tries. */
  readonly waitScale: number
  readonly onError: (error: unknown) => void
}

const job = 'mail.deliver'

/** Waits after the first, second … try that failed; the last one stays. */
const retryDelaysMs = [10_000, 30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000, 3_600_000] as const
/** About two days of tries. */
const maxAttempts = 52
/** Somebody who died while sending is not waited for longer than this. */
const leaseMs = 2 * 60_000
/** A run ends after this many; the next wake goes on. */
const maxPerRun = 100
const retentionMs = 30 * 24 * 3_600_000

const contentSchema = z.strictObject({
  to: z.string(),
  replyTo: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})

export type MailService = ReturnType<typeof createMailService>

/**
 * Mails that surely go out: `send` writes a row in the caller's transaction, a job delivers what is due and tries again
 * for two days. A mail may arrive twice when a server dies while it is sending, always with the same Message-ID.
 */
export function createMailService(deps: MailDeps) {
  const { clock, seal, jobs, gateway } = deps
  const store = createMailStore(deps.db)
  const toSealContext = (id: string) => `mail:${id}`
  const fromNow = (ms: number) => new Date(clock.now().getTime() + ms)

  /** Null where it was sealed with a key that is not ours any more. */
  const openContent = ({ id, sealed }: LeasedMail): z.output<typeof contentSchema> | null => {
    try {
      return contentSchema.parse(JSON.parse(seal.openText(sealed, toSealContext(id))))
    } catch {
      return null
    }
  }

  /** Gives whether the mail server can be used. */
  const deliverOne = async (leased: LeasedMail): Promise<boolean> => {
    if (leased.isExpired) {
      await store.finishMail(leased, 'expired', null, clock.now())
      return true
    }
    const mail = openContent(leased)
    // Another server may have the right key, so this one is not given up before its time.
    const delivery: DeliveryResult =
      mail === null
        ? { kind: 'later', reason: 'sealed with another key' }
        : await gateway.sendMail({ id: leased.id, ...mail })
    if (delivery.kind === 'sent') {
      await store.finishMail(leased, 'sent', null, clock.now())
      return true
    }
    const why = delivery.reason.slice(0, 60)
    if (delivery.kind === 'never' || leased.tries >= maxAttempts) {
      await store.finishMail(leased, 'failed', why, clock.now())
      deps.onError(new Error(`mail ${leased.id} was given up: ${why}`))
      return delivery.kind === 'never'
    }
    const dueAt = fromNow((retryDelaysMs[leased.tries - 1] ?? retryDelaysMs[5]) * deps.waitScale)
    await store.rescheduleMail(leased, why, dueAt)
    await jobs.enqueueJob(job, {}, { startAfter: dueAt })
    return delivery.kind === 'later'
  }

  /** Sends what is due. Any copy of the server may do it at any time. */
  const deliver = async (): Promise<void> => {
    for (let sent = 0; sent < maxPerRun; sent += 1) {
      const leased = await store.leaseDueMail(clock.now(), fromNow(leaseMs))
      if (!leased || !(await deliverOne(leased))) return
    }
    await jobs.enqueueJob(job, {})
  }

  jobs.registerHandler(job, deliver)
  jobs.registerSchedule('mail.sweep', '* * * * *', deliver)
  jobs.registerSchedule('mail.forget', '7 3 * * *', () => store.deleteFinishedMails(fromNow(-retentionMs)))

  return {
    /** Writes a mail in the transaction `on`; it goes out within seconds of the commit, or when the mail server is back. */
    send: async (mail: Mail, on: Db): Promise<void> => {
      const id = randomUUID()
      const rendered = renderEmail(mail)
      const serialized = JSON.stringify({ to: mail.to, replyTo: mail.replyTo, ...rendered })
      await store.insertMail(
        {
          id,
          letter: mail.template,
          sealed: seal.sealText(serialized, toSealContext(id)),
          at: clock.now(),
          validUntil: mail.validUntil ?? null,
        },
        on,
      )
      await jobs.enqueueJob(job, {}, { transaction: on })
    },

    deliver,
  }
}
