import type { SessionView } from '@tradefront/contract/auth'
import { parseDeviceName } from '@tradefront/rules/auth/device-name'
import { translate } from '@tradefront/texts/translate'

import type { AppContext } from '../../context.ts'
import { minuteMs } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { toOfferedLocale } from '../../platform/http/locale.ts'
import { formatMailTime, sendMail } from '../mail/service.ts'
import { recordVisit } from '../marks/service.ts'
import { incrementDeviceEpoch } from '../users/service.ts'
import { upsertDevice } from './device-store.ts'
import { deleteSessionById, deleteSessionsOfUser, listSessionRows } from './session-store.ts'

export type SignedInUser = {
  readonly userId: number
  readonly email: string
  readonly language: string
  readonly registeredAt: Date
}

export type DeviceInfo = {
  /** Null if the browser has no signed cookie for this user. */
  readonly deviceId: string | null
  /** Ids of all devices in the cookie, also those of other accounts. */
  readonly deviceIds: readonly string[]
  readonly userAgent: string
  readonly address: string
}

const maxListed = 50
/** Within this time after the registration, a log-in is on the device that registered. */
const registrationGraceMs = 10 * minuteMs
/** How many bytes of the hash make the id of a session. They are no secret, and unique within an account. */
const idBytes = 8

export async function listSessions(
  { db, clock }: AppContext,
  userId: number,
  currentHash: Buffer | null,
): Promise<SessionView[]> {
  const rows = await listSessionRows(db, userId, clock.now(), maxListed)
  return rows.map(({ hash, userAgent, address, createdAt, expiresAt }) => ({
    id: hash.toString('hex', 0, idBytes),
    isCurrent: currentHash !== null && hash.equals(currentHash),
    ...parseDeviceName(userAgent),
    address,
    since: createdAt.getTime(),
    until: expiresAt.getTime(),
  }))
}

export async function endSession(context: AppContext, userId: number, id: string): Promise<void> {
  await deleteSessionById(context.db, userId, id)
  await publishEnded(context, userId)
}

export async function endAllSessions(context: AppContext, userId: number): Promise<void> {
  await deleteSessionsOfUser(context.db, userId)
  await incrementDeviceEpoch(context.db, userId)
  await publishEnded(context, userId)
}

/** Notes the device of a log-in. Reports errors instead of throwing, so that the log-in continues. */
export function recordDevice(context: AppContext, user: SignedInUser, info: DeviceInfo): Promise<void> {
  return recordAndNotify(context, user, info).catch(context.onError)
}

function publishEnded({ live }: AppContext, userId: number) {
  return live.publish(userId, { type: 'sessions_changed' })
}

function recordAndNotify(context: AppContext, user: SignedInUser, info: DeviceInfo): Promise<void> {
  return context.db.transaction().execute(async (trx) => {
    const now = context.clock.now()
    await recordVisit(context, trx, { userId: user.userId, ...info, at: now })
    const isNew = info.deviceId === null || (await upsertDevice(trx, user.userId, sha256(info.deviceId), now))
    if (!isNew || now.getTime() - user.registeredAt.getTime() < registrationGraceMs) return
    const locale = toOfferedLocale(user.language)
    const { browser, system } = parseDeviceName(info.userAgent)
    const device =
      [browser, system].filter((part) => part !== null).join(', ') || translate(locale, 'auth.device_unknown')
    const params = { at: formatMailTime(now), device, address: info.address }
    const link = `${context.config.publicUrl}/${locale}/trading#/show/personal/security`
    await sendMail(context, { to: user.email, template: 'new_device', locale, params, link }, trx)
  })
}
