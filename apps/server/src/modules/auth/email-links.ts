import { randomBytes } from 'node:crypto'

import type { EmailLinkKind } from '@tradefront/contract/auth'
import { type Result, ok, refuse } from '@tradefront/rules/result'
import type { Currency } from '@tradefront/rules/ledger/money'
import type { OfferedLocale } from '@tradefront/texts/locales'
import { emailUndoHours } from '@tradefront/rules/withdrawal/destination-account'

import type { AppContext } from '../../context.ts'
import { dayMs, getLatestCounted, hourMs, minuteMs } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import type { Db } from '../../platform/database/database.ts'
import { toOfferedLocale } from '../../platform/http/locale.ts'
import { formatMailTime, type Mail, sendMail } from '../mail/service.ts'
import { creditSignupBonus, type SignupBonusOutcome } from '../promo/service.ts'
import { incrementDeviceEpoch, lockUser, updateEmail, updateEmailProved, updatePasswordHash } from '../users/service.ts'
import {
  type EmailLink,
  closeEmailLink,
  closeEmailLinksOfUser,
  countEmailLinksBetween,
  findEarlierUndo,
  findEmailLink,
  hasPendingChange,
  insertEmailLink,
  isEmailReserved,
} from './email-link-store.ts'
import { deleteLinksOfUser, insertLink } from './password-reset-store.ts'
import { deleteSessionsOfUser } from './session-store.ts'

export type UsedEmailLink = {
  readonly userId: number
  readonly kind: EmailLinkKind
  readonly email: string
  /** Token for a new password. */
  readonly reset?: string
  /** Outcome of a bonus that waited for the proof of the address. */
  readonly bonus?: SignupBonusOutcome
}

type NewLink = Pick<EmailLink, 'userId' | 'kind' | 'email'> & { readonly lifetimeMs: number } & Pick<
    Mail,
    'template' | 'params'
  >

const proofDays = 7
const changeHours = 1
const maxChangesPerDay = 3
const newPasswordMs = 30 * minuteMs

export const emailLinkRetentionMs = dayMs

// Every change of an address is made by a link in a mail, so that its mailbox is known to be the user's.

/** Mails a link for a new account, or again when the last mail got lost. Returns false if enough were sent today. */
export async function requestEmailProof(
  context: AppContext,
  trx: Db,
  user: { readonly id: number; readonly email: string; readonly language: string },
): Promise<boolean> {
  const { id: userId, email } = user
  const params = { days: proofDays }
  const lifetimeMs = proofDays * dayMs
  const link = { userId, kind: 'prove', email, lifetimeMs, template: 'prove_email', params } as const
  return mailLink(context, trx, link, toOfferedLocale(user.language))
}

/** Notes that the mailbox is the user's, after any other proof of it. */
export async function markEmailProved(context: AppContext, trx: Db, userId: number): Promise<void> {
  const { currency } = await lockUser(trx, userId)
  await updateEmailProved(trx, userId, context.clock.now())
  await creditSignupBonus(context, userId, currency, trx)
}

/** Mails the new address only, and no address twice while its link is valid. The caller has locked the user. */
export async function requestEmailChange(
  context: AppContext,
  trx: Db,
  user: { readonly id: number; readonly language: string },
  email: string,
): Promise<Result<void, 'profile.email_changes_exceeded' | 'auth.email_proof_limit'>> {
  const now = context.clock.now()
  if (await hasPendingChange(trx, user.id, email, now)) return ok()
  const dayAgo = new Date(now.getTime() - dayMs)
  const changes = await countEmailLinksBetween(trx, user.id, 'change', dayAgo, getLatestCounted(now))
  if (changes >= maxChangesPerDay) return refuse('profile.email_changes_exceeded')
  const lifetimeMs = changeHours * hourMs
  const params = { email }
  const link = { userId: user.id, kind: 'change', email, lifetimeMs, template: 'email_change', params } as const
  return (await mailLink(context, trx, link, toOfferedLocale(user.language))) ? ok() : refuse('auth.email_proof_limit')
}

export async function checkEmailLink(
  { db, clock }: AppContext,
  token: string,
): Promise<Result<Pick<EmailLink, 'kind' | 'email'>, 'auth.email_link_void'>> {
  const link = await findEmailLink(db, sha256(token), clock.now())
  return link ? ok(link) : refuse('auth.email_link_void')
}

export async function useEmailLink(
  context: AppContext,
  token: string,
): Promise<Result<UsedEmailLink, 'auth.email_link_void' | 'profile.email_taken'>> {
  const { db, clock, passwordHasher, live } = context
  const tokenHash = sha256(token)
  const found = await findEmailLink(db, tokenHash, clock.now())
  if (!found) return refuse('auth.email_link_void')
  // This is hashed before the transaction, because hashing is slow.
  const unknownPasswordHash =
    found.kind === 'undo' ? await passwordHasher.hashPassword(randomBytes(32).toString('base64url')) : ''
  const result = await db.transaction().execute(async (trx) => {
    const link = await closeEmailLink(trx, tokenHash, clock.now())
    if (!link) return refuse('auth.email_link_void')
    if (link.kind === 'undo') return applyUndo(context, trx, link, unknownPasswordHash)
    return link.kind === 'prove' ? applyProof(context, trx, link) : applyChange(context, trx, link)
  })
  if (result.ok) await live.publish(found.userId, { type: found.kind === 'undo' ? 'sessions_changed' : 'user_changed' })
  return result
}

/** Mails a link. Returns false if the address has got enough mails today; then there is no link, and earlier ones stay valid. */
async function mailLink(
  context: AppContext,
  trx: Db,
  { lifetimeMs, template, params, ...link }: NewLink,
  locale: OfferedLocale,
): Promise<boolean> {
  const token = randomBytes(32).toString('base64url')
  const createdAt = context.clock.now()
  const validUntil = new Date(createdAt.getTime() + lifetimeMs)
  // Browsers send the fragment neither to servers nor as a referrer.
  const url = `${context.config.publicUrl}/${locale}/email#${token}`
  const isStored = await sendMail(context, { to: link.email, template, locale, params, link: url, validUntil }, trx)
  if (!isStored) return false
  if (link.kind !== 'undo') await closeEmailLinksOfUser(trx, link.userId, [link.kind], createdAt)
  await insertEmailLink(trx, { ...link, tokenHash: sha256(token), createdAt, expiresAt: validUntil })
  return true
}

async function creditBonus(context: AppContext, trx: Db, userId: number, currency: Currency) {
  const bonus = await creditSignupBonus(context, userId, currency, trx)
  return bonus === null ? {} : { bonus }
}

async function applyProof(
  context: AppContext,
  trx: Db,
  { userId, email }: EmailLink,
): Promise<Result<UsedEmailLink, 'auth.email_link_void'>> {
  const user = await lockUser(trx, userId)
  if (user.email !== email) return refuse('auth.email_link_void')
  await updateEmailProved(trx, userId, context.clock.now())
  return ok({ userId, kind: 'prove', email, ...(await creditBonus(context, trx, userId, user.currency)) })
}

async function applyChange(
  context: AppContext,
  trx: Db,
  { userId, email }: EmailLink,
): Promise<Result<UsedEmailLink, 'profile.email_taken'>> {
  const now = context.clock.now()
  const previous = await lockUser(trx, userId)
  const isFree = !(await isEmailReserved(trx, email, userId, now)) && (await updateEmail(trx, userId, email, now, now))
  if (!isFree) return refuse('profile.email_taken')
  await closeLinksOfPrevious(context, trx, userId, previous, email)
  return ok({ userId, kind: 'change', email, ...(await creditBonus(context, trx, userId, previous.currency)) })
}

/** Closes links that were mailed to the previous address. If that was proved, its owner gets a link to undo the change. */
async function closeLinksOfPrevious(
  context: AppContext,
  trx: Db,
  userId: number,
  previous: { readonly email: string; readonly emailProvedAt: Date | null; readonly language: string },
  email: string,
): Promise<void> {
  const now = context.clock.now()
  await deleteLinksOfUser(trx, userId)
  await closeEmailLinksOfUser(trx, userId, ['prove'], now)
  // The owner of an address that was never proved can be a stranger, who must not get the account.
  if (previous.emailProvedAt === null) return
  const params = { email, at: formatMailTime(now), hours: emailUndoHours }
  const lifetimeMs = emailUndoHours * hourMs
  const link = { userId, kind: 'undo', email: previous.email, lifetimeMs, template: 'email_changed', params } as const
  await mailLink(context, trx, link, toOfferedLocale(previous.language))
}

/**
 * Changes the address for a trader who has lost the mailbox. The new address is not proved: its owner gets the link for that. All sessions
 * end.
 * @param known address that the operators have seen
 * @param record writes more in the same transaction
 */
export function changeEmailByOperator(
  context: AppContext,
  userId: number,
  known: string,
  email: string,
  record: (trx: Db) => Promise<void>,
): Promise<Result<void, 'desk.changed' | 'profile.email_taken'>> {
  const now = context.clock.now()
  return context.db.transaction().execute(async (trx) => {
    const previous = await lockUser(trx, userId)
    if (previous.email !== known || email === known) return refuse('desk.changed')
    const isFree =
      !(await isEmailReserved(trx, email, userId, now)) && (await updateEmail(trx, userId, email, null, now))
    if (!isFree) return refuse('profile.email_taken')
    await closeEmailLinksOfUser(trx, userId, ['change'], now)
    await closeLinksOfPrevious(context, trx, userId, previous, email)
    await requestEmailProof(context, trx, { id: userId, email, language: previous.language })
    await deleteSessionsOfUser(trx, userId)
    await incrementDeviceEpoch(trx, userId)
    await record(trx)
    return ok()
  })
}

/**
 * Undoes a change, ends all sessions and voids the password: the person who made the change knows it, and can have made further changes.
 */
async function applyUndo(
  context: AppContext,
  trx: Db,
  { userId, email, createdAt }: EmailLink,
  unknownPasswordHash: string,
): Promise<Result<UsedEmailLink, 'profile.email_taken'>> {
  const now = context.clock.now()
  await lockUser(trx, userId)
  // This link can belong to a thief who has changed the address twice: the owner can still undo the first change.
  const changedAt = await findEarlierUndo(trx, userId, createdAt, now)
  if (!(await updateEmail(trx, userId, email, now, changedAt))) return refuse('profile.email_taken')
  await closeEmailLinksOfUser(trx, userId, ['prove', 'change'], now)
  await closeEmailLinksOfUser(trx, userId, ['undo'], now, createdAt)
  await updatePasswordHash(trx, userId, unknownPasswordHash, null)
  await context.stopMoneyOut(trx, userId, createdAt)
  await deleteSessionsOfUser(trx, userId)
  await incrementDeviceEpoch(trx, userId)
  await deleteLinksOfUser(trx, userId)
  const reset = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + newPasswordMs)
  await insertLink(trx, { tokenHash: sha256(reset), userId, createdAt: now, expiresAt })
  return ok({ userId, kind: 'undo', email, reset })
}
