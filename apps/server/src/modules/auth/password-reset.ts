import { createHash, randomBytes, randomUUID } from 'node:crypto'

import { type Locale, isLocale, locales } from '@tradefront/texts/locales'
import * as z from 'zod'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/job-queue.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { MailService } from '../mail/service.ts'
import type { ReplacePassword } from './change-password.ts'
import { createResetStore } from './password-reset-store.ts'

export type ResetDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly jobs: Jobs
  readonly mail: MailService
  readonly publicUrl: string
  readonly replacePassword: ReplacePassword
}

/** How long a mailed link works (spec of the product: half an hour). */
const linkMinutes = 30
const linkMs = linkMinutes * 60_000
/** Links of one account that may wait at once: whoever asks again and again fills nobody's mailbox. */
const maxLinks = 3
const maxPerRun = 200
const job = 'auth.reset'

const request = z.strictObject({ email: z.string(), locale: z.enum(locales) })

export type Resets = ReturnType<typeof createResets>

/**
 * A new password by a mailed link. The request itself only writes a row, known address or not; a job looks who it is. So
 * neither the answer nor its time says whether there is an account.
 */
export function createResets(deps: ResetDeps) {
  const { db, clock, seal, jobs, mail } = deps
  const store = createResetStore(db)
  const context = (id: string) => `reset:${id}`

  /** False when there is nothing to do. */
  const mailOne = (): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      const taken = await store.takeRequest(trx)
      if (!taken) return false
      const now = clock.now()
      // Nobody waits for it any more.
      if (taken.at.getTime() + linkMs <= now.getTime()) return true
      const { email, locale } = request.parse(JSON.parse(seal.open(taken.sealed, context(taken.id))))
      const account = await store.account(email, trx)
      if (!account) return true
      if ((await store.linksSince(account.id, new Date(now.getTime() - linkMs), trx)) >= maxLinks) return true
      const token = randomBytes(32).toString('base64url')
      const expiresAt = new Date(now.getTime() + linkMs)
      await store.addLink({ tokenHash: sha256(token), userId: account.id, at: now, expiresAt }, trx)
      const letter = {
        to: email,
        letter: 'reset',
        locale: isLocale(account.language) ? account.language : locale,
        params: { minutes: linkMinutes },
        // Behind the hash: no log and no referrer ever has it.
        link: `${deps.publicUrl}/${locale}/reset#${token}`,
        validUntil: expiresAt,
      } as const
      await mail.send(letter, trx)
      return true
    })

  const mailLinks = async (): Promise<void> => {
    for (let done = 0; done < maxPerRun; done += 1) if (!(await mailOne())) return
  }

  jobs.work(job, mailLinks)
  jobs.every('auth.reset_sweep', '* * * * *', mailLinks)

  return {
    /** Asks for a link. Always the same work. */
    request: async (givenEmail: string, locale: Locale): Promise<void> => {
      const id = randomUUID()
      const sealed = seal.seal(JSON.stringify({ email: givenEmail.trim().toLowerCase(), locale }), context(id))
      await db.transaction().execute(async (trx) => {
        await store.addRequest(id, sealed, clock.now(), trx)
        await jobs.send(job, {}, { within: trx })
      })
    },

    mailLinks,

    isGood: (token: string): Promise<boolean> => store.isGood(sha256(token), clock.now()),

    /** Sets a new password; the account, or null for a link that is used, late or overtaken by another change. */
    complete: async (token: string, password: string): Promise<number | null> => {
      if (!(await store.isGood(sha256(token), clock.now()))) return null
      return deps.replacePassword(password, null, (trx) => store.use(sha256(token), clock.now(), trx))
    },

    forget: () => store.forget(clock.now()),
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
