import { randomUUID } from 'node:crypto'

import * as z from 'zod'

import type { Delivery, MailGateway } from '../../gateways/mail-gateway.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/job-queue.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import { type Letter, type LetterInput, writeLetter } from './email-template.ts'
import { type TakenMail, createMailStore } from './store.ts'

export type { Letter }

/** A letter to somebody. */
export type Mail = LetterInput & {
  readonly to: string
  readonly replyTo?: string | undefined
  /** After this it would help nobody and is not sent any more. */
  readonly validUntil?: Date | undefined
}

export type MailDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly jobs: Jobs
  readonly gateway: MailGateway
  /** Multiplies the waits between tries. */
  readonly waitScale: number
  readonly onError: (error: unknown) => void
}

const job = 'mail.deliver'

/** Waits after the first, second … try that failed; the last one stays. */
const retryMs = [10_000, 30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000, 3_600_000] as const
/** About two days of tries. */
const maxTries = 52
/** Somebody who died while sending is not waited for longer than this. */
const leaseMs = 2 * 60_000
/** A run ends after this many; the next wake goes on. */
const maxPerRun = 100
const keepMs = 30 * 24 * 3_600_000

const content = z.strictObject({
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
  const context = (id: string) => `mail:${id}`
  const later = (ms: number) => new Date(clock.now().getTime() + ms)

  /** Null where it was sealed with a key that is not ours any more. */
  const open = ({ id, sealed }: TakenMail): z.output<typeof content> | null => {
    try {
      return content.parse(JSON.parse(seal.open(sealed, context(id))))
    } catch {
      return null
    }
  }

  /** Gives whether the mail server can be used. */
  const deliverOne = async (taken: TakenMail): Promise<boolean> => {
    if (taken.isOver) {
      await store.end(taken, 'expired', null, clock.now())
      return true
    }
    const mail = open(taken)
    // Another server may have the right key, so this one is not given up before its time.
    const delivery: Delivery =
      mail === null
        ? { kind: 'later', why: 'sealed with another key' }
        : await gateway.deliver({ id: taken.id, ...mail })
    if (delivery.kind === 'sent') {
      await store.end(taken, 'sent', null, clock.now())
      return true
    }
    const why = delivery.why.slice(0, 60)
    if (delivery.kind === 'never' || taken.tries >= maxTries) {
      await store.end(taken, 'failed', why, clock.now())
      deps.onError(new Error(`mail ${taken.id} was given up: ${why}`))
      return delivery.kind === 'never'
    }
    const dueAt = later((retryMs[taken.tries - 1] ?? retryMs[5]) * deps.waitScale)
    await store.postpone(taken, why, dueAt)
    await jobs.send(job, {}, { startAfter: dueAt })
    return delivery.kind === 'later'
  }

  /** Sends what is due. Any copy of the server may do it at any time. */
  const deliver = async (): Promise<void> => {
    for (let sent = 0; sent < maxPerRun; sent += 1) {
      const taken = await store.take(clock.now(), later(leaseMs))
      if (!taken || !(await deliverOne(taken))) return
    }
    await jobs.send(job, {})
  }

  jobs.work(job, deliver)
  jobs.every('mail.sweep', '* * * * *', deliver)
  jobs.every('mail.forget', '7 3 * * *', () => store.forget(later(-keepMs)))

  return {
    /** Writes a mail in the transaction `on`; it goes out within seconds of the commit, or when the mail server is back. */
    send: async (mail: Mail, on: Db): Promise<void> => {
      const id = randomUUID()
      const written = writeLetter(mail)
      const plain = JSON.stringify({ to: mail.to, replyTo: mail.replyTo, ...written })
      await store.add(
        {
          id,
          letter: mail.letter,
          sealed: seal.seal(plain, context(id)),
          at: clock.now(),
          validUntil: mail.validUntil ?? null,
        },
        on,
      )
      await jobs.send(job, {}, { within: on })
    },

    deliver,
  }
}
