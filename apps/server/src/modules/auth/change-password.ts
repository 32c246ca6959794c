import { isLocale } from '@tradefront/texts/locales'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Live } from '../../platform/realtime/user-events.ts'
import type { MailService } from '../mail/service.ts'
import type { Passwords } from './password-hashing.ts'
import { createPasswordStore } from './password-store.ts'
import type { Throttle } from './throttle.ts'
import { minuteOf } from './format-utc-minute.ts'

export type PasswordDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly live: Live
  readonly mail: MailService
  readonly passwords: Passwords
  readonly throttle: Throttle
  readonly publicUrl: string
}

/** `whose` names the account within the transaction, or null: then nothing changes. Gives the account. */
export type ReplacePassword = (
  password: string,
  keep: Buffer | null,
  whose: (trx: Db) => Promise<number | null>,
) => Promise<number | null>

export type PasswordChange = 'changed' | 'wrong' | 'busy'

/** Every way in which a password changes: others are logged out, links for a new one are void, and the owner is told by mail. */
export function createPasswordChanges(deps: PasswordDeps) {
  const { db, clock, live, mail, passwords, throttle } = deps
  const store = createPasswordStore(db)

  const write = async (
    password: string,
    keep: Buffer | null,
    whose: (trx: Db) => Promise<{ userId: number; was: string | null } | null>,
  ): Promise<number | null> => {
    // Before the transaction: it takes longer than all of it.
    const hash = await passwords.hash(password)
    const userId = await db.transaction().execute(async (trx) => {
      const found = await whose(trx)
      if (!found || !(await store.replace({ ...found, hash, keep }, trx))) return null
      const account = await store.find(found.userId, trx)
      if (!account) return null
      const locale = isLocale(account.language) ? account.language : 'en'
      const letter = {
        to: account.email,
        letter: 'password_changed',
        locale,
        params: { at: minuteOf(clock.now()) },
      } as const
      await mail.send({ ...letter, link: `${deps.publicUrl}/${locale}/forgot` }, trx)
      return found.userId
    })
    if (userId === null) return null
    // Pages of ended sessions ask for themselves, find no session and leave.
    await live.publish(userId, { type: 'refresh' })
    return userId
  }

  const replace: ReplacePassword = (password, keep, whose) =>
    write(password, keep, async (trx) => {
      const userId = await whose(trx)
      return userId === null ? null : { userId, was: null }
    })

  return {
    replace,

    /** With the old one. Wrong tries are slowed like those of the log-in, and shut nobody out. */
    change: async (userId: number, old: string, next: string, keep: Buffer | null): Promise<PasswordChange> => {
      const result = await throttle.run({ what: `password:${userId}`, who: null }, async () => {
        const account = await store.find(userId)
        if (!account || !(await passwords.matches(account.passwordHash, old))) return null
        return write(next, keep, async () => ({ userId, was: account.passwordHash }))
      })
      if (result.kind === 'ok') return 'changed'
      return result.kind
    },
  }
}
