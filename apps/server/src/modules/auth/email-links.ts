import { randomBytes } from 'node:crypto'

import type { EmailLinkKind } from '@tradefront/contract/auth'
import { type Result, ok, refuse } from '@tradefront/rules/result'
import type { Currency } from '@tradefront/rules/ledger/money'
import type { Locale } from '@tradefront/texts/locales'
import { emailUndoHours } from '@tradefront/rules/withdrawal/destination-account'

import { type Clock, dayMs, getLatestCounted, hourMs, minuteMs } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import type { Db } from '../../platform/database/database.ts'
import { toLocale } from '../../platform/http/locale.ts'
import type { UserEvents } from '../../platform/realtime/user-events.ts'
import { type Mail, type MailService, formatMailTime } from '../mail/service.ts'
import type { PromoService, SignupBonusOutcome } from '../promo/service.ts'
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
import type { PasswordHasher } from './password-hashing.ts'
import { deleteLinksOfUser, insertLink } from './password-reset-store.ts'
import { deleteSessionsOfUser } from './session-store.ts'

export type EmailLinksDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly live: UserEvents
  readonly mail: Pick<MailService, 'send'>
  readonly hasher: PasswordHasher
  readonly promo: Pick<PromoService, 'creditSignupBonus'>
  /** After an undone change: removes accounts for withdrawals that were added since, and stops payouts that wait. */
  readonly stopMoneyOut: (trx: Db, userId: number, since: Date) => Promise<void>
  readonly publicUrl: string
}

export type UsedEmailLink = {
  readonly userId: number
  readonly kind: EmailLinkKind
  readonly email: string
  /** Token for a new password. */
  readonly reset?: string
  /** Outcome of a bonus that waited for the proof. */
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

export type EmailLinks = ReturnType<typeof createEmailLinks>

/** Every change of an address is made by a link in a mail, so that its mailbox is known to be the user's. */
export function createEmailLinks({ db, clock, live, mail, hasher, promo, stopMoneyOut, publicUrl }: EmailLinksDeps) {
  /** Returns false if the address has got enough mails today; then there is no link, and earlier ones stay valid. */
  const mailLink = async (
    trx: Db,
    { lifetimeMs, template, params, ...link }: NewLink,
    locale: Locale,
  ): Promise<boolean> => {
    const token = randomBytes(32).toString('base64url')
    const createdAt = clock.now()
    const validUntil = new Date(createdAt.getTime() + lifetimeMs)
    // Browsers send the fragment neither to servers nor as a referrer.
    const url = `${publicUrl}/${locale}/email#${token}`
    const isStored = await mail.send({ to: link.email, template, locale, params, link: url, validUntil }, trx)
    if (!isStored) return false
    if (link.kind !== 'undo') await closeEmailLinksOfUser(trx, link.userId, [link.kind], createdAt)
    await insertEmailLink(trx, { ...link, tokenHash: sha256(token), createdAt, expiresAt: validUntil })
    return true
  }

  const creditBonus = async (trx: Db, userId: number, currency: Currency) => {
    const bonus = await promo.creditSignupBonus(userId, currency, trx)
    return bonus === null ? {} : { bonus }
  }

  const applyProof = async (
    trx: Db,
    { userId, email }: EmailLink,
  ): Promise<Result<UsedEmailLink, 'auth.email_link_void'>> => {
    const user = await lockUser(trx, userId)
    if (user.email !== email) return refuse('auth.email_link_void')
    await updateEmailProved(trx, userId, clock.now())
    return ok({ userId, kind: 'prove', email, ...(await creditBonus(trx, userId, user.currency)) })
  }

  const applyChange = async (
    trx: Db,
    { userId, email }: EmailLink,
  ): Promise<Result<UsedEmailLink, 'profile.email_taken'>> => {
    const now = clock.now()
    const previous = await lockUser(trx, userId)
    const isFree =
      !(await isEmailReserved(trx, email, userId, now)) && (await updateEmail(trx, userId, email, now, now))
    if (!isFree) return refuse('profile.email_taken')
    // They were mailed to the previous address.
    await deleteLinksOfUser(trx, userId)
    await closeEmailLinksOfUser(trx, userId, ['prove'], now)
    // The owner of an address that was never proved can be a stranger, who must not get the account.
    if (previous.emailProvedAt !== null) {
      const params = { email, at: formatMailTime(now), hours: emailUndoHours }
      const lifetimeMs = emailUndoHours * hourMs
      const link = {
        userId,
        kind: 'undo',
        email: previous.email,
        lifetimeMs,
        template: 'email_changed',
        params,
      } as const
      await mailLink(trx, link, toLocale(previous.language))
    }
    return ok({ userId, kind: 'change', email, ...(await creditBonus(trx, userId, previous.currency)) })
  }

  /** The person who made the change knows the password, has sessions, and can have made further changes. */
  const applyUndo = async (
    trx: Db,
    { userId, email, createdAt }: EmailLink,
    unknownPasswordHash: string,
  ): Promise<Result<UsedEmailLink, 'profile.email_taken'>> => {
    const now = clock.now()
    await lockUser(trx, userId)
    // This link can be one of the thief's, who has changed the address twice: the owner can still undo the first change.
    const changedAt = await findEarlierUndo(trx, userId, createdAt, now)
    if (!(await updateEmail(trx, userId, email, now, changedAt))) return refuse('profile.email_taken')
    await closeEmailLinksOfUser(trx, userId, ['prove', 'change'], now)
    await closeEmailLinksOfUser(trx, userId, ['undo'], now, createdAt)
    await updatePasswordHash(trx, userId, unknownPasswordHash, null)
    await stopMoneyOut(trx, userId, createdAt)
    await deleteSessionsOfUser(trx, userId)
    await incrementDeviceEpoch(trx, userId)
    await deleteLinksOfUser(trx, userId)
    const reset = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now.getTime() + newPasswordMs)
    await insertLink(trx, { tokenHash: sha256(reset), userId, createdAt: now, expiresAt })
    return ok({ userId, kind: 'undo', email, reset })
  }

  return {
    /** For a new account, or when the last mail got lost. Returns false if enough were sent today. */
    requestProof: async (
      trx: Db,
      user: { readonly id: number; readonly email: string; readonly language: string },
    ): Promise<boolean> => {
      const { id: userId, email } = user
      const params = { days: proofDays }
      const lifetimeMs = proofDays * dayMs
      const link = { userId, kind: 'prove', email, lifetimeMs, template: 'prove_email', params } as const
      return mailLink(trx, link, toLocale(user.language))
    },

    /** For any other proof that the mailbox is the user's. */
    markProved: async (trx: Db, userId: number): Promise<void> => {
      const { currency } = await lockUser(trx, userId)
      await updateEmailProved(trx, userId, clock.now())
      await promo.creditSignupBonus(userId, currency, trx)
    },

    /** Mails the new address only, and no address twice while its link is valid. The caller has locked the user. */
    requestChange: async (
      trx: Db,
      user: { readonly id: number; readonly language: string },
      email: string,
    ): Promise<Result<void, 'profile.email_changes_exceeded' | 'auth.email_proof_limit'>> => {
      const now = clock.now()
      if (await hasPendingChange(trx, user.id, email, now)) return ok()
      const dayAgo = new Date(now.getTime() - dayMs)
      const changes = await countEmailLinksBetween(trx, user.id, 'change', dayAgo, getLatestCounted(now))
      if (changes >= maxChangesPerDay) return refuse('profile.email_changes_exceeded')
      const lifetimeMs = changeHours * hourMs
      const params = { email }
      const link = { userId: user.id, kind: 'change', email, lifetimeMs, template: 'email_change', params } as const
      return (await mailLink(trx, link, toLocale(user.language))) ? ok() : refuse('auth.email_proof_limit')
    },

    checkLink: async (token: string): Promise<Result<Pick<EmailLink, 'kind' | 'email'>, 'auth.email_link_void'>> => {
      const link = await findEmailLink(db, sha256(token), clock.now())
      return link ? ok(link) : refuse('auth.email_link_void')
    },

    useLink: async (token: string): Promise<Result<UsedEmailLink, 'auth.email_link_void' | 'profile.email_taken'>> => {
      const tokenHash = sha256(token)
      const found = await findEmailLink(db, tokenHash, clock.now())
      if (!found) return refuse('auth.email_link_void')
      // Before the transaction, because hashing is slow.
      const unknownPasswordHash =
        found.kind === 'undo' ? await hasher.hashPassword(randomBytes(32).toString('base64url')) : ''
      const result = await db.transaction().execute(async (trx) => {
        const link = await closeEmailLink(trx, tokenHash, clock.now())
        if (!link) return refuse('auth.email_link_void')
        if (link.kind === 'undo') return applyUndo(trx, link, unknownPasswordHash)
        return link.kind === 'prove' ? applyProof(trx, link) : applyChange(trx, link)
      })
      if (result.ok)
        await live.publish(found.userId, { type: found.kind === 'undo' ? 'sessions_changed' : 'user_changed' })
      return result
    },
  }
}
