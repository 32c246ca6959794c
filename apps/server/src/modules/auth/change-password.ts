import { type Result, ok, refuse } from '@tradefront/rules/result'
import type { TextKey } from '@tradefront/texts/keys'

import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'
import { toOfferedLocale } from '../../platform/http/locale.ts'
import { formatMailTime, sendMail } from '../mail/service.ts'
import { type UserCredentials, findCredentials, incrementDeviceEpoch, updatePasswordHash } from '../users/service.ts'
import { closeEmailLinksOfUser } from './email-link-store.ts'
import { type PasswordPolicyViolation, checkGuessability, checkRepetition } from './password-policy.ts'
import { changePlatformPassword, logInAtPlatform } from './platform-accounts.ts'
import { deleteLinksOfUser } from './password-reset-store.ts'
import { insertFailureEvent } from './security-log.ts'
import { deleteSessionsOfUser } from './session-store.ts'

export type PasswordChange = {
  readonly currentPassword: string
  readonly newPassword: string
  readonly repeatedPassword: string
}

type ChangeRefusal =
  | PasswordPolicyViolation
  | 'auth.password_empty'
  | 'auth.old_password_wrong'
  | 'auth.platform_down'
  | 'auth.platform_refused'

/** Returns whether the password was wrong. A platform that does not answer has not refused it. */
const isWrongPassword = (code: TextKey): boolean => code !== 'auth.platform_down'

// Every way to change a password ends other sessions, voids reset links and mails the user.

/** Replaces the password of a user. @param findUserId returns null to change nothing */
export function replacePassword(
  context: AppContext,
  password: string,
  findUserId: (trx: Db) => Promise<number | null>,
): Promise<number | null> {
  return savePassword(context, password, null, async (trx) => {
    const userId = await findUserId(trx)
    return userId === null ? null : { userId, previousHash: null }
  })
}

/** Verifies the password for steps that need it again. @throws AppError 429 */
export function verifyOwnPassword(
  context: AppContext,
  userId: number,
  password: string,
  address: string,
): Promise<Result<UserCredentials, 'auth.old_password_wrong' | 'auth.platform_down'>> {
  return context.throttle.run({ target: `password:${userId}`, source: null, isFailure: isWrongPassword }, async () => {
    const user = await findCredentials(context.db, userId)
    const atPlatform = user && (await logInAtPlatform(context, user.email, password))
    if (atPlatform?.kind === 'failed') return refuse('auth.platform_down')
    const isMatch =
      user !== null &&
      (atPlatform === null
        ? await context.passwordHasher.verifyPassword(user.passwordHash, password)
        : atPlatform.kind === 'done')
    if (isMatch) return ok(user)
    await insertFailureEvent(context.db, { kind: 'password_failed', userId, address, at: context.clock.now() })
    return refuse('auth.old_password_wrong')
  })
}

/** Changes the password of a user who knows the current one. @throws AppError 429 */
export async function changePassword(
  context: AppContext,
  userId: number,
  { currentPassword, newPassword, repeatedPassword }: PasswordChange,
  { keptSessionHash, address }: { readonly keptSessionHash: Buffer | null; readonly address: string },
): Promise<Result<void, ChangeRefusal>> {
  if (currentPassword === '') return refuse('auth.password_empty')
  const policy = checkRepetition(newPassword, repeatedPassword)
  if (!policy.ok) return policy
  const verified = await verifyOwnPassword(context, userId, currentPassword, address)
  if (!verified.ok) return verified
  const guessable = await checkGuessability(newPassword, verified.value)
  if (!guessable.ok) return guessable
  const atPlatform = await changePlatformPassword(context, verified.value.email, currentPassword, newPassword)
  if (atPlatform?.kind === 'failed') return refuse('auth.platform_down')
  if (atPlatform?.kind === 'refused') return refuse('auth.platform_refused')
  const previousHash = verified.value.passwordHash
  const changed = await savePassword(context, newPassword, keptSessionHash, async () => ({ userId, previousHash }))
  return changed === null ? refuse('auth.old_password_wrong') : ok()
}

async function savePassword(
  context: AppContext,
  password: string,
  keptSessionHash: Buffer | null,
  findUser: (trx: Db) => Promise<{ userId: number; previousHash: string | null } | null>,
): Promise<number | null> {
  const { passwordHasher, db, clock, config, live } = context
  // The password is hashed before the transaction, because hashing is slow.
  const hash = await passwordHasher.hashPassword(password)
  const userId = await db.transaction().execute(async (trx) => {
    const found = await findUser(trx)
    if (!found || !(await updatePasswordHash(trx, found.userId, hash, found.previousHash))) return null
    await deleteLinksOfUser(trx, found.userId)
    await closeEmailLinksOfUser(trx, found.userId, ['change'], clock.now())
    await deleteSessionsOfUser(trx, found.userId, keptSessionHash)
    await incrementDeviceEpoch(trx, found.userId)
    const user = await findCredentials(trx, found.userId)
    if (!user) return null
    const locale = toOfferedLocale(user.language)
    const email = { to: user.email, template: 'password_changed', locale } as const
    const params = { at: formatMailTime(clock.now()) }
    await sendMail(context, { ...email, params, link: `${config.publicUrl}/${locale}/forgot` }, trx)
    return found.userId
  })
  if (userId !== null) await live.publish(userId, { type: 'sessions_changed' })
  return userId
}
