import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** How many devices a user can have. After that, the one unused for longest is deleted first. */
const maxDevices = 50

/** Returns whether this is the first log-in on the device. */
export async function upsertDevice(trx: Db, userId: number, deviceHash: Buffer, at: Date): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into devices (user_id, device_hash, first_seen_at, last_seen_at)
    values (${userId}, ${deviceHash}, ${at}, ${at})
    on conflict (user_id, device_hash) do update set last_seen_at = excluded.last_seen_at
    returning xmax = 0 as "isNew"`.execute(trx)
  await sql`
    delete from devices where user_id = ${userId} and device_hash in (
      select device_hash from devices where user_id = ${userId}
       order by last_seen_at desc offset ${maxDevices})`.execute(trx)
  return rows[0]?.isNew ?? false
}
