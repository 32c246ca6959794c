import { randomBytes, randomUUID } from 'node:crypto'

import { type Result, ok, refuse } from '@tradefront/rules/result'
import { type OfferedLocale, locales } from '@tradefront/texts/locales'
import * as z from 'zod'

import type { AppContext } from '../../context.ts'
import { getLatestCounted, minuteMs } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import type { Db } from '../../platform/database/database.ts'
import { sendMail } from '../mail/service.ts'
import { findCredentials, lockUserByEmail } from '../users/service.ts'
import { replacePassword } from './change-password.ts'
import { type PasswordPolicyViolation, checkGuessability, checkRepetition } from './password-policy.ts'
import { markEmailProved } from './email-links.ts'
import {
  consumeLink,
  countLinksBetween,
  deleteNextResetRequest,
  findLinkOwner,
  insertLink,
  insertResetRequest,
} from './password-reset-store.ts'

const linkLifetimeMinutes = 30
const linkLifetimeMs = linkLifetimeMinutes * minuteMs
/** How many links can be valid at a time, so that no one can flood a mailbox. */
const maxPendingLinks = 3
const maxPerRun = 200
export const passwordResetJob = 'auth.mail_reset_links'

const requestSchema = z.strictObject({ email: z.string(), locale: z.enum(locales) })

// The request only writes a row; a job looks up the user later. So neither the reply nor its timing reveals whether an account exists.

/** Stores the request. This takes the same work for known and unknown addresses. @param record writes more in the same transaction */
export async function requestResetLink(
  { seal, db, clock, jobs }: AppContext,
  rawEmail: string,
  locale: OfferedLocale,
  record: (trx: Db) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const id = randomUUID()
  const sealed = seal.sealText(JSON.stringify({ email: rawEmail.trim().toLowerCase(), locale }), toSealContext(id))
  await db.transaction().execute(async (trx) => {
    await record(trx)
    await insertResetRequest(trx, { id, sealed, createdAt: clock.now() })
    await jobs.enqueueJob(passwordResetJob, { transaction: trx })
  })
}

export async function mailResetLinks(context: AppContext): Promise<void> {
  for (let done = 0; done < maxPerRun; done += 1) if (!(await mailNextLink(context))) return
}

export async function checkResetLink(
  { db, clock }: AppContext,
  token: string,
): Promise<Result<void, 'auth.reset_void'>> {
  return (await findLinkOwner(db, sha256(token), clock.now())) !== null ? ok() : refuse('auth.reset_void')
}

export async function resetPassword(
  context: AppContext,
  token: string,
  password: string,
  repeatedPassword: string,
): Promise<Result<number, PasswordPolicyViolation | 'auth.reset_void'>> {
  const { db, clock } = context
  const policy = checkRepetition(password, repeatedPassword)
  if (!policy.ok) return policy
  const ownerId = await findLinkOwner(db, sha256(token), clock.now())
  const owner = ownerId === null ? null : await findCredentials(db, ownerId)
  if (owner === null) return refuse('auth.reset_void')
  const guessable = await checkGuessability(password, owner)
  if (!guessable.ok) return guessable
  const userId = await replacePassword(context, password, async (trx) => {
    const owner = await consumeLink(trx, sha256(token), clock.now())
    // The link was mailed to the address.
    if (owner !== null) await markEmailProved(context, trx, owner)
    return owner
  })
  return userId === null ? refuse('auth.reset_void') : ok(userId)
}

function toSealContext(id: string) {
  return `reset:${id}`
}

/** Returns false if the user has so many valid links that no further one is mailed. */
export const canMailResetLink = ({ db, clock }: AppContext, userId: number): Promise<boolean> =>
  hasRoomForLink(db, userId, clock.now())

async function hasRoomForLink(db: Db, userId: number, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - linkLifetimeMs)
  return (await countLinksBetween(db, userId, since, getLatestCounted(now))) < maxPendingLinks
}

/** Processes the next request. Returns false when none is left. */
function mailNextLink(context: AppContext): Promise<boolean> {
  return context.db.transaction().execute(async (trx) => {
    const request = await deleteNextResetRequest(trx)
    if (!request) return false
    const now = context.clock.now()
    const isExpired = request.createdAt.getTime() + linkLifetimeMs <= now.getTime()
    if (isExpired) return true
    const { email, locale } = requestSchema.parse(
      JSON.parse(context.seal.openText(request.sealed, toSealContext(request.id))),
    )
    const user = await lockUserByEmail(trx, email)
    if (!user) return true
    if (!(await hasRoomForLink(trx, user.id, now))) return true
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now.getTime() + linkLifetimeMs)
    await insertLink(trx, { tokenHash: sha256(token), userId: user.id, createdAt: now, expiresAt })
    const resetMail = {
      to: email,
      template: 'reset',
      locale: locales.find((each) => each === user.language) ?? locale,
      params: { minutes: linkLifetimeMinutes },
      // Browsers send the fragment neither to servers nor as a referrer.
      link: `${context.config.publicUrl}/${locale}/reset#${token}`,
      validUntil: expiresAt,
    } as const
    await sendMail(context, resetMail, trx)
    return true
  })
}
