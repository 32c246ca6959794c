import { isLocale } from '@tradefront/texts/locales'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { UserEvents } from '../../platform/realtime/user-events.ts'
import type { MailService } from '../mail/service.ts'
import type { PasswordHasher } from './password-hashing.ts'
import { createPasswordStore } from './password-store.ts'
import type { Throttle } from './throttle.ts'
import { formatUtcMinute } from './format-utc-minute.ts'

export type ChangePasswordDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly live: UserEvents
  readonly mail: MailService
  readonly hasher: PasswordHasher
  readonly throttle: Throttle
  readonly publicUrl: string
}

/** `findUserId` names the account within the transaction, or null: then nothing changes. Gives the account. */
export type ReplacePassword = (
  password: string,
  keptSessionHash: Buffer | null,
  findUserId: (trx: Db) => Promise<number | null>,
) => Promise<number | null>

export type ChangePasswordResult = 'changed' | 'wrong' | 'busy'

/** Every way in which a password changes: others are logged out, links for a new one are void, and the owner is told by mail. */
export function createPasswordService(deps: ChangePasswordDeps) {
  const { db, clock, live, mail, hasher: passwords, throttle } = deps
  const store = createPasswordStore(db)

  const savePassword = async (
    password: string,
    keptSessionHash: Buffer | null,
    findAccount: (trx: Db) => Promise<{ userId: number; previousHash: string | null } | null>,
  ): Promise<number | null> => {
    // Before the transaction: it takes longer than all of it.
    const hash = await passwords.hashPassword(password)
    const userId = await db.transaction().execute(async (trx) => {
      const found = await findAccount(trx)
      if (!found || !(await store.updatePassword({ ...found, hash, keptSessionHash }, trx))) return null
      const account = await store.findPasswordAccount(found.userId, trx)
      if (!account) return null
      const locale = isLocale(account.language) ? account.language : 'en'
      const email = {
        to: account.email,
        template: 'password_changed',
        locale,
        params: { at: formatUtcMinute(clock.now()) },
      } as const
      await mail.send({ ...email, link: `${deps.publicUrl}/${locale}/forgot` }, trx)
      return found.userId
    })
    if (userId === null) return null
    // Pages of ended sessions ask for themselves, find no session and leave.
    await live.publish(userId, { type: 'refresh' })
    return userId
  }

  const replacePassword: ReplacePassword = (password, keptSessionHash, findUserId) =>
    savePassword(password, keptSessionHash, async (trx) => {
      const userId = await findUserId(trx)
      return userId === null ? null : { userId, previousHash: null }
    })

  return {
    replacePassword,

    /** With the old one. Wrong tries are slowed like those of the log-in, and shut nobody out. */
    changePassword: async (
      userId: number,
      currentPassword: string,
      newPassword: string,
      keptSessionHash: Buffer | null,
    ): Promise<ChangePasswordResult> => {
      const result = await throttle.run({ target: `password:${userId}`, source: null }, async () => {
        const account = await store.findPasswordAccount(userId)
        if (!account || !(await passwords.verifyPassword(account.passwordHash, currentPassword))) return null
        return savePassword(newPassword, keptSessionHash, async () => ({ userId, previousHash: account.passwordHash }))
      })
      if (result.kind === 'ok') return 'changed'
      return result.kind
    },
  }
}
