import * as z from 'zod'

import type { DeliveryResult, MailGateway } from '../../gateways/mail-gateway.ts'
import { type Clock, minuteMs } from '../../platform/clock.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'
import { finishMail, type LeasedMail, leaseDueMail, rescheduleMail } from './store.ts'

export type DeliverMailsDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly gateway: MailGateway
  readonly scheduleDelivery: (startAfter?: Date) => Promise<void>
  readonly waitScale: number
  readonly onError: (error: unknown) => void
}

const sealedMailSchema = z.strictObject({
  to: z.string(),
  replyTo: z.string().optional(),
  stopUrl: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})

export type SealedMail = z.output<typeof sealedMailSchema>

/** By failed attempts; the last one repeats. */
const retryDelaysMs = [10_000, 30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000, 3_600_000] as const
/** About two days. */
const maxAttempts = 52
/** Then another server can resend what a crashed one was sending. */
const leaseMs = 2 * 60_000
const maxPerRun = 100

export function toSealContext(mailId: string): string {
  return `mail:${mailId}`
}

/** Safe to run on several servers. */
export function createMailDelivery(deps: DeliverMailsDeps): () => Promise<void> {
  const { db, clock, gateway } = deps
  // Longer than each pause: a later time was written before the clock was set back.
  const longestWaitsMs = [0, ...retryDelaysMs].map((ms) =>
    Math.max(leaseMs + minuteMs, 1.5 * ms * Math.max(1, deps.waitScale)),
  )
  const fromNow = (ms: number) => new Date(clock.now().getTime() + ms)

  return async () => {
    for (let count = 0; count < maxPerRun; count += 1) {
      const leased = await leaseDueMail(db, clock.now(), fromNow(leaseMs), longestWaitsMs.map(fromNow))
      if (!leased || !(await deliverMail(leased))) return
    }
    await deps.scheduleDelivery()
  }

  /** Returns false when the mail server cannot be used. */
  async function deliverMail(leased: LeasedMail): Promise<boolean> {
    if (leased.isExpired) {
      await finishMail(db, leased, 'expired', null, clock.now())
      return true
    }
    const mail = openSealedMail(leased)
    // Another server can have the right key.
    const delivery: DeliveryResult =
      mail === null
        ? { kind: 'deferred', reason: 'sealed with another key' }
        : await gateway.sendMail({ id: leased.id, ...mail })
    if (delivery.kind === 'sent') {
      await finishMail(db, leased, 'sent', null, clock.now())
      return true
    }
    const reason = delivery.reason.slice(0, 60)
    if (delivery.kind === 'rejected' || leased.attemptCount >= maxAttempts) {
      await finishMail(db, leased, 'failed', reason, clock.now())
      deps.onError(new Error(`mail ${leased.id} was given up: ${reason}`))
      return delivery.kind === 'rejected'
    }
    const dueAt = fromNow((retryDelaysMs[leased.attemptCount - 1] ?? retryDelaysMs[5]) * deps.waitScale)
    await rescheduleMail(db, leased, reason, dueAt)
    await deps.scheduleDelivery(dueAt)
    return delivery.kind === 'deferred'
  }

  /** Returns null for a mail sealed with another key. */
  function openSealedMail({ id, sealed }: LeasedMail): SealedMail | null {
    try {
      return sealedMailSchema.parse(JSON.parse(deps.seal.openText(sealed, toSealContext(id))))
    } catch {
      return null
    }
  }
}
