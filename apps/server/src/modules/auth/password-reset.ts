import { createHash, randomBytes, randomUUID } from 'node:crypto'

import { type Locale, isLocale, locales } from '@tradefront/texts/locales'
import * as z from 'zod'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { MailService } from '../mail/service.ts'
import type { ReplacePassword } from './change-password.ts'
import { createPasswordResetStore } from './password-reset-store.ts'

export type PasswordResetDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly jobs: JobQueue
  readonly mail: MailService
  readonly publicUrl: string
  readonly replacePassword: ReplacePassword
}

/** How long a mailed link works (spec of the product: half an hour). */
const linkLifetimeMinutes = 30
const linkLifetimeMs = linkLifetimeMinutes * 60_000
/** Links of one account that may wait at once: whoever asks again and again fills nobody's mailbox. */
const maxPendingLinks = 3
const maxPerRun = 200
const job = 'auth.reset'

const requestSchema = z.strictObject({ email: z.string(), locale: z.enum(locales) })

export type PasswordResets = ReturnType<typeof createPasswordResets>

/**
 * A new password by a mailed link. The request itself only writes a row, known address or not; a job looks who it is. So
 * neither the answer nor its time says whether there is an account.
 */
export function createPasswordResets(deps: PasswordResetDeps) {
  const { db, clock, seal, jobs, mail } = deps
  const store = createPasswordResetStore(db)
  const sealContext = (id: string) => `reset:${id}`

  /** False when there is nothing to do. */
  const mailNextLink = (): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      const request = await store.deleteNextRequest(trx)
      if (!request) return false
      const now = clock.now()
      // Nobody waits for it any more.
      if (request.at.getTime() + linkLifetimeMs <= now.getTime()) return true
      const { email, locale } = requestSchema.parse(JSON.parse(seal.openText(request.sealed, sealContext(request.id))))
      const account = await store.findAccountForUpdate(email, trx)
      if (!account) return true
      if ((await store.countLinksSince(account.id, new Date(now.getTime() - linkLifetimeMs), trx)) >= maxPendingLinks)
        return true
      const token = randomBytes(32).toString('base64url')
      const expiresAt = new Date(now.getTime() + linkLifetimeMs)
      await store.insertLink({ tokenHash: sha256(token), userId: account.id, at: now, expiresAt }, trx)
      const mailToSend = {
        to: email,
        template: 'reset',
        locale: isLocale(account.language) ? account.language : locale,
        params: { minutes: linkLifetimeMinutes },
        // Behind the hash: no log and no referrer ever has it.
        link: `${deps.publicUrl}/${locale}/reset#${token}`,
        validUntil: expiresAt,
      } as const
      await mail.send(mailToSend, trx)
      return true
    })

  const mailLinks = async (): Promise<void> => {
    for (let done = 0; done < maxPerRun; done += 1) if (!(await mailNextLink())) return
  }

  jobs.registerHandler(job, mailLinks)
  jobs.registerSchedule('auth.reset_sweep', '* * * * *', mailLinks)

  return {
    /** Asks for a link. Always the same work. */
    requestLink: async (rawEmail: string, locale: Locale): Promise<void> => {
      const id = randomUUID()
      const sealed = seal.sealText(JSON.stringify({ email: rawEmail.trim().toLowerCase(), locale }), sealContext(id))
      await db.transaction().execute(async (trx) => {
        await store.insertRequest(id, sealed, clock.now(), trx)
        await jobs.enqueueJob(job, {}, { transaction: trx })
      })
    },

    mailLinks,

    isLinkValid: (token: string): Promise<boolean> => store.hasValidLink(sha256(token), clock.now()),

    /** Sets a new password; the account, or null for a link that is used, late or overtaken by another change. */
    completeReset: async (token: string, password: string): Promise<number | null> => {
      if (!(await store.hasValidLink(sha256(token), clock.now()))) return null
      return deps.replacePassword(password, null, (trx) => store.consumeLink(sha256(token), clock.now(), trx))
    },

    deleteExpiredLinks: () => store.deleteExpiredLinks(clock.now()),
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
