import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

export type DeviceSessionRow = {
  readonly hash: Buffer
  readonly userAgent: string
  readonly address: string
  readonly since: Date
  readonly until: Date
}

/** Devices of one account that are remembered; the longest unused one is forgotten first. */
const maxDevices = 50

export function createDeviceSessionStore(db: Db) {
  return {
    listSessions: (userId: number, now: Date, limit: number): Promise<DeviceSessionRow[]> =>
      db
        .selectFrom('sessions')
        .select(['id_hash as hash', 'user_agent as userAgent', 'address', 'created_at as since', 'expires_at as until'])
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute(),

    /** `idHex`: the first bytes of the session's hash. */
    deleteSession: async (userId: number, idHex: string): Promise<void> => {
      await sql`
        delete from sessions where user_id = ${userId}
           and encode(substring(id_hash for ${idHex.length / 2}), 'hex') = ${idHex}`.execute(db)
    },

    deleteAllSessions: async (userId: number): Promise<void> => {
      await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
    },

    /** Notes that an account was opened on a device. Gives whether it is the first time. */
    upsertDevice: async (userId: number, deviceHash: Buffer, at: Date, on: Db): Promise<boolean> => {
      const { rows } = await sql<{ isNew: boolean }>`
        insert into devices (user_id, device_hash, first_at, last_at) values (${userId}, ${deviceHash}, ${at}, ${at})
        on conflict (user_id, device_hash) do update set last_at = excluded.last_at
        returning xmax = 0 as "isNew"`.execute(on)
      await sql`
        delete from devices where user_id = ${userId} and device_hash in (
          select device_hash from devices where user_id = ${userId} order by last_at desc offset ${maxDevices})`.execute(
        on,
      )
      return rows[0]?.isNew ?? false
    },
  }
}
