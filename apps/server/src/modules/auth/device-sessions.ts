import type { SessionView } from '@tradefront/contract/auth'
import { parseDeviceName } from '@tradefront/rules/auth/device-name'
import { translate } from '@tradefront/texts/translate'

import { type Clock, minuteMs } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import type { Db } from '../../platform/database/database.ts'
import { toLocale } from '../../platform/http/locale.ts'
import type { UserEvents } from '../../platform/realtime/user-events.ts'
import { type MailService, formatMailTime } from '../mail/service.ts'
import type { MarksService } from '../marks/service.ts'
import { incrementDeviceEpoch } from '../users/service.ts'
import { upsertDevice } from './device-store.ts'
import { deleteSessionById, deleteSessionsOfUser, listSessions } from './session-store.ts'

export type DeviceSessionsDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly live: UserEvents
  readonly mail: MailService
  readonly marks: Pick<MarksService, 'recordVisit'>
  readonly publicUrl: string
  readonly onError: (error: unknown) => void
}

export type SignedInUser = {
  readonly userId: number
  readonly email: string
  readonly language: string
  readonly registeredAt: Date
}

export type DeviceInfo = {
  /** Null if the browser has no signed cookie for this user. */
  readonly deviceId: string | null
  /** All in the cookie, also of other accounts. */
  readonly deviceIds: readonly string[]
  readonly userAgent: string
  readonly address: string
}

const maxListed = 50
/** The first log-in is on the device that registered. */
const registrationGraceMs = 10 * minuteMs
/** These bytes of the hash are no secret, and unique within an account. */
const idBytes = 8

export function createDeviceSessions(deps: DeviceSessionsDeps) {
  const { db, clock, live, mail, marks } = deps

  const publishEnded = (userId: number) => live.publish(userId, { type: 'sessions_changed' })

  const recordAndNotify = (user: SignedInUser, info: DeviceInfo): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const now = clock.now()
      await marks.recordVisit(trx, { userId: user.userId, ...info, at: now })
      const isNew = info.deviceId === null || (await upsertDevice(trx, user.userId, sha256(info.deviceId), now))
      if (!isNew || now.getTime() - user.registeredAt.getTime() < registrationGraceMs) return
      const locale = toLocale(user.language)
      const { browser, system } = parseDeviceName(info.userAgent)
      const device =
        [browser, system].filter((part) => part !== null).join(', ') || translate(locale, 'auth.device_unknown')
      const params = { at: formatMailTime(now), device, address: info.address }
      const link = `${deps.publicUrl}/${locale}/trading#/show/personal/security`
      await mail.send({ to: user.email, template: 'new_device', locale, params, link }, trx)
    })

  return {
    listSessions: async (userId: number, currentHash: Buffer | null): Promise<SessionView[]> => {
      const rows = await listSessions(db, userId, clock.now(), maxListed)
      return rows.map(({ hash, userAgent, address, createdAt, expiresAt }) => ({
        id: hash.toString('hex', 0, idBytes),
        isCurrent: currentHash !== null && hash.equals(currentHash),
        ...parseDeviceName(userAgent),
        address,
        since: createdAt.getTime(),
        until: expiresAt.getTime(),
      }))
    },

    endSession: async (userId: number, id: string): Promise<void> => {
      await deleteSessionById(db, userId, id)
      await publishEnded(userId)
    },

    endAllSessions: async (userId: number): Promise<void> => {
      await deleteSessionsOfUser(db, userId)
      await incrementDeviceEpoch(db, userId)
      await publishEnded(userId)
    },

    /** Reports errors instead of throwing, so that the log-in continues. */
    recordDevice: (user: SignedInUser, info: DeviceInfo): Promise<void> =>
      recordAndNotify(user, info).catch(deps.onError),
  }
}
