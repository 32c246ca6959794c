import * as z from 'zod'

import type { AppContext } from '../../context.ts'
import type { DeliveryResult } from '../../gateways/mail-gateway.ts'
import { minuteMs } from '../../platform/clock.ts'
import type { EmailTemplate } from './email-template.ts'
import { finishMail, type LeasedMail, leaseDueMail, rescheduleMail } from './store.ts'

const sealedMailSchema = z.strictObject({
  to: z.string(),
  replyTo: z.string().optional(),
  stopUrl: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})

export type SealedMail = z.output<typeof sealedMailSchema>

export const deliverMailsJob = 'mail.deliver'
/** Delays after failed attempts; the last one repeats. */
const retryDelaysMs = [10_000, 30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000, 3_600_000] as const
/** How often a mail is tried, in about two days. */
const maxAttempts = 52
/** After this time another server can send again what a crashed one was sending. */
const leaseMs = 2 * 60_000
const maxPerRun = 100
/** Mails to operators. In quarantine, only these are delivered. */
const operatorTemplates: readonly EmailTemplate[] = ['alert', 'alerts']

export function toSealContext(mailId: string): string {
  return `mail:${mailId}`
}

/** Delivers mails that are due, and in quarantine only those to operators. Safe to run on several servers. */
export async function deliverMails(context: AppContext): Promise<void> {
  const templates = (await context.quarantine.isOpen()) ? operatorTemplates : null
  for (let count = 0; count < maxPerRun; count += 1) {
    const leased = await leaseDueMail(
      context.db,
      context.clock.now(),
      fromNow(context, leaseMs),
      getLongestWaitsMs(context).map((ms) => fromNow(context, ms)),
      templates,
    )
    if (!leased || !(await deliverMail(context, leased))) return
  }
  await context.jobs.enqueueJob(deliverMailsJob)
}

/** Returns times longer than each pause: a later due time was written before the clock was set back. */
function getLongestWaitsMs({ config }: AppContext) {
  return [0, ...retryDelaysMs].map((ms) => Math.max(leaseMs + minuteMs, 1.5 * ms * Math.max(1, config.waitScale)))
}

function fromNow({ clock }: AppContext, ms: number) {
  return new Date(clock.now().getTime() + ms)
}

/** Returns false when the mail server cannot be used. */
async function deliverMail(context: AppContext, leased: LeasedMail): Promise<boolean> {
  const { db, clock, mailGateway, onError, config } = context
  if (leased.isExpired) {
    await finishMail(db, leased, 'expired', null, clock.now())
    return true
  }
  const mail = openSealedMail(context, leased)
  // Another server can have the right key.
  const delivery: DeliveryResult =
    mail === null
      ? { kind: 'deferred', reason: 'sealed with another key' }
      : await mailGateway.sendMail({ id: leased.id, ...mail })
  if (delivery.kind === 'sent') {
    await finishMail(db, leased, 'sent', null, clock.now())
    return true
  }
  const reason = delivery.reason.slice(0, 60)
  if (delivery.kind === 'rejected' || leased.attemptCount >= maxAttempts) {
    await finishMail(db, leased, 'failed', reason, clock.now())
    onError(new Error(`mail ${leased.id} was given up: ${reason}`))
    return delivery.kind === 'rejected'
  }
  const dueAt = fromNow(context, (retryDelaysMs[leased.attemptCount - 1] ?? retryDelaysMs[5]) * config.waitScale)
  await rescheduleMail(db, leased, reason, dueAt)
  await context.jobs.enqueueJob(deliverMailsJob, { startAfter: dueAt })
  return delivery.kind === 'deferred'
}

/** Opens a mail. Returns null for one that was sealed with another key. */
function openSealedMail({ seal }: AppContext, { id, sealed }: LeasedMail): SealedMail | null {
  try {
    return sealedMailSchema.parse(JSON.parse(seal.openText(sealed, toSealContext(id))))
  } catch {
    return null
  }
}
