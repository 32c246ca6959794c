import { createHash } from 'node:crypto'

import type { SessionView } from '@tradefront/contract/auth'
import { deviceName } from '@tradefront/rules/auth/device-name'
import { isLocale } from '@tradefront/texts/locales'
import { say } from '@tradefront/texts/say'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Live } from '../../platform/realtime/user-events.ts'
import type { MailService } from '../mail/service.ts'
import { createSessionStore } from './device-session-store.ts'
import { minuteOf } from './format-utc-minute.ts'

export type SessionsDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly live: Live
  readonly mail: MailService
  readonly publicUrl: string
  readonly onError: (error: unknown) => void
}

/** Whose account was opened. */
export type Opened = {
  readonly userId: number
  readonly email: string
  readonly language: string
  readonly registeredAt: Date
}

/** On what. `device`: the browser's name in its signed cookie, null where it kept none. */
export type OpenedOn = { readonly device: string | null; readonly userAgent: string; readonly address: string }

const maxListed = 50
/** The log-in that follows a registration is on the very device that registered. */
const registrationMs = 10 * 60_000
/** Half of what names a session in the database: no secret, and unique enough within one account. */
const idBytes = 8

/** Where an account is open, and who is told of a device that was not seen before. */
export function createSessionsService(deps: SessionsDeps) {
  const { db, clock, live, mail } = deps
  const store = createSessionStore(db)

  const tell = (userId: number) => live.publish(userId, { type: 'refresh' })

  const noteDevice = (opened: Opened, on: OpenedOn): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const now = clock.now()
      const { userId, email, language, registeredAt } = opened
      const isNew = on.device === null || (await store.noteDevice(userId, sha256(on.device), now, trx))
      if (!isNew || now.getTime() - registeredAt.getTime() < registrationMs) return
      const locale = isLocale(language) ? language : 'en'
      const { browser, system } = deviceName(on.userAgent)
      const device = [browser, system].filter((part) => part !== null).join(', ') || say(locale, 'auth.device_unknown')
      const params = { at: minuteOf(now), device, address: on.address }
      const link = `${deps.publicUrl}/${locale}/trading#/show/personal/security`
      await mail.send({ to: email, letter: 'new_device', locale, params, link }, trx)
    })

  return {
    list: async (userId: number, current: Buffer | null): Promise<SessionView[]> => {
      const rows = await store.list(userId, clock.now(), maxListed)
      return rows.map(({ hash, userAgent, address, since, until }) => ({
        id: hash.toString('hex', 0, idBytes),
        isCurrent: current !== null && hash.equals(current),
        ...deviceName(userAgent),
        address,
        since: since.getTime(),
        until: until.getTime(),
      }))
    },

    end: async (userId: number, id: string): Promise<void> => {
      await store.end(userId, id)
      await tell(userId)
    },

    endAll: async (userId: number): Promise<void> => {
      await store.endAll(userId)
      await tell(userId)
    },

    /** Never in the way of the log-in itself. */
    noteDevice: (opened: Opened, on: OpenedOn): Promise<void> => noteDevice(opened, on).catch(deps.onError),
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
