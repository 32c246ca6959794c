import { createHash } from 'node:crypto'

import type { SessionView } from '@tradefront/contract/auth'
import { parseDeviceName } from '@tradefront/rules/auth/device-name'
import { isLocale } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { UserEvents } from '../../platform/realtime/user-events.ts'
import type { MailService } from '../mail/service.ts'
import { createDeviceSessionStore } from './device-session-store.ts'
import { formatUtcMinute } from './format-utc-minute.ts'

export type DeviceSessionsDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly live: UserEvents
  readonly mail: MailService
  readonly publicUrl: string
  readonly onError: (error: unknown) => void
}

/** Whose account was opened. */
export type SignedInUser = {
  readonly userId: number
  readonly email: string
  readonly language: string
  readonly registeredAt: Date
}

/** On what. `device`: the browser's name in its signed cookie, null where it kept none. */
export type DeviceInfo = { readonly device: string | null; readonly userAgent: string; readonly address: string }

const maxListed = 50
/** The log-in that follows a registration is on the very device that registered. */
const registrationGraceMs = 10 * 60_000
/** Half of what names a session in the database: no secret, and unique enough within one account. */
const idBytes = 8

/** Where an account is open, and who is told of a device that was not seen before. */
export function createDeviceSessionsService(deps: DeviceSessionsDeps) {
  const { db, clock, live, mail } = deps
  const store = createDeviceSessionStore(db)

  const publishRefresh = (userId: number) => live.publish(userId, { type: 'refresh' })

  const recordDeviceAndNotify = (user: SignedInUser, deviceInfo: DeviceInfo): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const now = clock.now()
      const { userId, email, language, registeredAt } = user
      const isNew =
        deviceInfo.device === null || (await store.upsertDevice(userId, sha256(deviceInfo.device), now, trx))
      if (!isNew || now.getTime() - registeredAt.getTime() < registrationGraceMs) return
      const locale = isLocale(language) ? language : 'en'
      const { browser, system } = parseDeviceName(deviceInfo.userAgent)
      const device =
        [browser, system].filter((part) => part !== null).join(', ') || translate(locale, 'auth.device_unknown')
      const params = { at: formatUtcMinute(now), device, address: deviceInfo.address }
      const link = `${deps.publicUrl}/${locale}/trading#/show/personal/security`
      await mail.send({ to: email, template: 'new_device', locale, params, link }, trx)
    })

  return {
    listSessions: async (userId: number, current: Buffer | null): Promise<SessionView[]> => {
      const rows = await store.listSessions(userId, clock.now(), maxListed)
      return rows.map(({ hash, userAgent, address, since, until }) => ({
        id: hash.toString('hex', 0, idBytes),
        isCurrent: current !== null && hash.equals(current),
        ...parseDeviceName(userAgent),
        address,
        since: since.getTime(),
        until: until.getTime(),
      }))
    },

    endSession: async (userId: number, id: string): Promise<void> => {
      await store.deleteSession(userId, id)
      await publishRefresh(userId)
    },

    endAllSessions: async (userId: number): Promise<void> => {
      await store.deleteAllSessions(userId)
      await publishRefresh(userId)
    },

    /** Never in the way of the log-in itself. */
    recordDevice: (user: SignedInUser, deviceInfo: DeviceInfo): Promise<void> =>
      recordDeviceAndNotify(user, deviceInfo).catch(deps.onError),
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
