import { type Result, ok, refuse } from '@tradefront/rules/result'
import type { TextKey } from '@tradefront/texts/keys'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { toLocale } from '../../platform/http/locale.ts'
import type { UserEvents } from '../../platform/realtime/user-events.ts'
import { type MailService, formatMailTime } from '../mail/service.ts'
import { type UserCredentials, findCredentials, incrementDeviceEpoch, updatePasswordHash } from '../users/service.ts'
import { closeEmailLinksOfUser } from './email-link-store.ts'
import type { PasswordHasher } from './password-hashing.ts'
import { type PasswordPolicyViolation, checkGuessability, checkRepetition } from './password-policy.ts'
import type { PlatformAccounts } from './platform-accounts.ts'
import { deleteLinksOfUser } from './password-reset-store.ts'
import { insertFailureEvent } from './security-log.ts'
import { deleteSessionsOfUser } from './session-store.ts'
import type { Throttle } from './throttle.ts'

export type ChangePasswordDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly live: UserEvents
  readonly mail: MailService
  readonly hasher: PasswordHasher
  readonly throttle: Throttle
  readonly platform: PlatformAccounts
  readonly publicUrl: string
}

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

/** A platform that does not answer has not refused the password. */
const isWrongPassword = (code: TextKey): boolean => code !== 'auth.platform_down'

/** @throws AppError 429 */
export type VerifyOwnPassword = (
  userId: number,
  password: string,
  address: string,
) => Promise<Result<UserCredentials, 'auth.old_password_wrong' | 'auth.platform_down'>>

/** Returns null to change nothing. */
export type ReplacePassword = (
  password: string,
  findUserId: (trx: Db) => Promise<number | null>,
) => Promise<number | null>

/** Every way to change a password ends other sessions, voids reset links and mails the user. */
export function createPasswordChanges(deps: ChangePasswordDeps) {
  const { db, clock, live, mail, hasher, throttle, platform } = deps

  const savePassword = async (
    password: string,
    keptSessionHash: Buffer | null,
    findUser: (trx: Db) => Promise<{ userId: number; previousHash: string | null } | null>,
  ): Promise<number | null> => {
    // Before the transaction, because hashing is slow.
    const hash = await hasher.hashPassword(password)
    const userId = await db.transaction().execute(async (trx) => {
      const found = await findUser(trx)
      if (!found || !(await updatePasswordHash(trx, found.userId, hash, found.previousHash))) return null
      await deleteLinksOfUser(trx, found.userId)
      await closeEmailLinksOfUser(trx, found.userId, ['change'], clock.now())
      await deleteSessionsOfUser(trx, found.userId, keptSessionHash)
      await incrementDeviceEpoch(trx, found.userId)
      const user = await findCredentials(trx, found.userId)
      if (!user) return null
      const locale = toLocale(user.language)
      const email = { to: user.email, template: 'password_changed', locale } as const
      const params = { at: formatMailTime(clock.now()) }
      await mail.send({ ...email, params, link: `${deps.publicUrl}/${locale}/forgot` }, trx)
      return found.userId
    })
    if (userId !== null) await live.publish(userId, { type: 'sessions_changed' })
    return userId
  }

  const replacePassword: ReplacePassword = (password, findUserId) =>
    savePassword(password, null, async (trx) => {
      const userId = await findUserId(trx)
      return userId === null ? null : { userId, previousHash: null }
    })

  const verifyOwnPassword: VerifyOwnPassword = (userId, password, address) =>
    throttle.run({ target: `password:${userId}`, source: null, isFailure: isWrongPassword }, async () => {
      const user = await findCredentials(db, userId)
      const atPlatform = user && (await platform.logIn(user.email, password))
      if (atPlatform?.kind === 'failed') return refuse('auth.platform_down')
      const isMatch =
        user !== null &&
        (atPlatform === null ? await hasher.verifyPassword(user.passwordHash, password) : atPlatform.kind === 'done')
      if (isMatch) return ok(user)
      await insertFailureEvent(db, { kind: 'password_failed', userId, address, at: clock.now() })
      return refuse('auth.old_password_wrong')
    })

  return {
    replacePassword,
    verifyOwnPassword,

    /** @throws AppError 429 */
    changePassword: async (
      userId: number,
      { currentPassword, newPassword, repeatedPassword }: PasswordChange,
      { keptSessionHash, address }: { readonly keptSessionHash: Buffer | null; readonly address: string },
    ): Promise<Result<void, ChangeRefusal>> => {
      if (currentPassword === '') return refuse('auth.password_empty')
      const policy = checkRepetition(newPassword, repeatedPassword)
      if (!policy.ok) return policy
      const verified = await verifyOwnPassword(userId, currentPassword, address)
      if (!verified.ok) return verified
      const guessable = await checkGuessability(newPassword, verified.value)
      if (!guessable.ok) return guessable
      const atPlatform = await platform.changePassword(verified.value.email, currentPassword, newPassword)
      if (atPlatform?.kind === 'failed') return refuse('auth.platform_down')
      if (atPlatform?.kind === 'refused') return refuse('auth.platform_refused')
      const previousHash = verified.value.passwordHash
      const changed = await savePassword(newPassword, keptSessionHash, async () => ({ userId, previousHash }))
      return changed === null ? refuse('auth.old_password_wrong') : ok()
    },
  }
}
