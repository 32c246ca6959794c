import { randomBytes, randomUUID } from 'node:crypto'

import { type Result, ok, refuse } from '@tradefront/rules/result'
import { type Locale, isLocale, locales } from '@tradefront/texts/locales'
import * as z from 'zod'

import { type Clock, getLatestCounted, minuteMs } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { MailService } from '../mail/service.ts'
import { findCredentials, lockUserByEmail } from '../users/service.ts'
import type { ReplacePassword } from './change-password.ts'
import { type PasswordPolicyViolation, checkGuessability, checkRepetition } from './password-policy.ts'
import type { EmailLinks } from './email-links.ts'
import {
  consumeLink,
  countLinksBetween,
  deleteNextResetRequest,
  findLinkOwner,
  insertLink,
  insertResetRequest,
} from './password-reset-store.ts'

export type PasswordResetDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly jobs: JobQueue
  readonly mail: MailService
  readonly publicUrl: string
  readonly replacePassword: ReplacePassword
  readonly emailLinks: Pick<EmailLinks, 'markProved'>
}

const linkLifetimeMinutes = 30
const linkLifetimeMs = linkLifetimeMinutes * minuteMs
/** Prevents flooding a mailbox. */
const maxPendingLinks = 3
const maxPerRun = 200
export const passwordResetJob = 'auth.mail_reset_links'

const requestSchema = z.strictObject({ email: z.string(), locale: z.enum(locales) })

export type PasswordResets = ReturnType<typeof createPasswordResets>

/** The request only writes a row; a job looks up the user later. So neither the reply nor its timing reveals whether an account exists. */
export function createPasswordResets(deps: PasswordResetDeps) {
  const { db, clock, seal, jobs, mail } = deps
  const toSealContext = (id: string) => `reset:${id}`

  /** Returns false when no request is left. */
  const mailNextLink = (): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      const request = await deleteNextResetRequest(trx)
      if (!request) return false
      const now = clock.now()
      const isExpired = request.createdAt.getTime() + linkLifetimeMs <= now.getTime()
      if (isExpired) return true
      const { email, locale } = requestSchema.parse(
        JSON.parse(seal.openText(request.sealed, toSealContext(request.id))),
      )
      const user = await lockUserByEmail(trx, email)
      if (!user) return true
      const since = new Date(now.getTime() - linkLifetimeMs)
      const pendingLinks = await countLinksBetween(trx, user.id, since, getLatestCounted(now))
      if (pendingLinks >= maxPendingLinks) return true
      const token = randomBytes(32).toString('base64url')
      const expiresAt = new Date(now.getTime() + linkLifetimeMs)
      await insertLink(trx, { tokenHash: sha256(token), userId: user.id, createdAt: now, expiresAt })
      const resetMail = {
        to: email,
        template: 'reset',
        locale: isLocale(user.language) ? user.language : locale,
        params: { minutes: linkLifetimeMinutes },
        // Browsers send the fragment neither to servers nor as a referrer.
        link: `${deps.publicUrl}/${locale}/reset#${token}`,
        validUntil: expiresAt,
      } as const
      await mail.send(resetMail, trx)
      return true
    })

  const mailLinks = async (): Promise<void> => {
    for (let done = 0; done < maxPerRun; done += 1) if (!(await mailNextLink())) return
  }

  return {
    /** Same work for known and unknown addresses. */
    requestLink: async (rawEmail: string, locale: Locale): Promise<void> => {
      const id = randomUUID()
      const sealed = seal.sealText(JSON.stringify({ email: rawEmail.trim().toLowerCase(), locale }), toSealContext(id))
      await db.transaction().execute(async (trx) => {
        await insertResetRequest(trx, { id, sealed, createdAt: clock.now() })
        await jobs.enqueueJob(passwordResetJob, { transaction: trx })
      })
    },

    mailLinks,

    checkLink: async (token: string): Promise<Result<void, 'auth.reset_void'>> =>
      (await findLinkOwner(db, sha256(token), clock.now())) !== null ? ok() : refuse('auth.reset_void'),

    completeReset: async (
      token: string,
      password: string,
      repeatedPassword: string,
    ): Promise<Result<number, PasswordPolicyViolation | 'auth.reset_void'>> => {
      const policy = checkRepetition(password, repeatedPassword)
      if (!policy.ok) return policy
      const ownerId = await findLinkOwner(db, sha256(token), clock.now())
      const owner = ownerId === null ? null : await findCredentials(db, ownerId)
      if (owner === null) return refuse('auth.reset_void')
      const guessable = await checkGuessability(password, owner)
      if (!guessable.ok) return guessable
      const userId = await deps.replacePassword(password, async (trx) => {
        const owner = await consumeLink(trx, sha256(token), clock.now())
        // The link was mailed to the address.
        if (owner !== null) await deps.emailLinks.markProved(trx, owner)
        return owner
      })
      return userId === null ? refuse('auth.reset_void') : ok(userId)
    },
  }
}
