import { sql } from 'kysely'

import type { Db } from '../database/database.ts'
import { insertQuarantine } from './quarantine.ts'

/** After a longer silence of all servers, the database can be a copy that was restored. A restart takes less. */
const silenceSeconds = 60
/** Beats are kept for so long, because a suspended server that goes on must find its own. */
const keptDays = 90
const beatsLock = 7_420_041

export type ServerBeats = {
  /**
   * Writes the first beat. If no server has written for a while, or one has written in the future, money waits until the servers have compared
   * the statements. Servers that start together do this one after the other, so that the first one decides for all.
   */
  readonly writeFirst: () => Promise<void>
  /**
   * Writes the next beat, or the first one. Begins a quarantine if the one before is not there, which was committed, or if no server has
   * written for a while.
   */
  readonly write: () => Promise<void>
}

/** @param server a new id */
export function createServerBeats(db: Db, server: string): ServerBeats {
  /** Number of the last beat that is known to be committed. */
  let number = 0
  const writeFirst = async () => {
    if (number > 0) return
    await withLock(db, async (trx) => {
      const { rows } = await sql<{ last: Date | null; isOld: boolean | null }>`
        select max(beat_at) as last, abs(extract(epoch from now() - max(beat_at))) > ${silenceSeconds} as "isOld" from server_beats`.execute(
        trx,
      )
      const { last = null, isOld = null } = rows[0] ?? {}
      if (last !== null && isOld === true) await insertQuarantine(trx, 'silence', last)
      await sql`delete from server_beats where beat_at < now() - make_interval(days => ${keptDays})`.execute(trx)
      await insertBeat(trx, server, 1)
    })
    number = 1
  }
  return {
    writeFirst,
    write: async () => {
      if (number === 0) return writeFirst()
      const { rows } = await sql<{ number: number; before: Date; isSilent: boolean }>`
        update server_beats s set number = number + 1, beat_at = now()
         where server = ${server} and number >= ${number}
        returning s.number, old.beat_at as before,
          greatest(old.beat_at, (select max(o.beat_at) from server_beats o where o.server <> s.server))
            < now() - make_interval(secs => ${silenceSeconds}) as "isSilent"`.execute(db)
      const [row] = rows
      if (row === undefined) await handleLostBeat(db, server, number + 1)
      // A machine with server and database was paused, or set back to an earlier state.
      else if (row.isSilent) await withLock(db, (trx) => insertQuarantine(trx, 'silence', row.before))
      number = row?.number ?? number + 1
    },
  }
}

/** Begins a quarantine because a committed beat of this server is missing: the database is older than the server. */
function handleLostBeat(db: Db, server: string, number: number): Promise<void> {
  return withLock(db, async (trx) => {
    const { rows } = await sql<{ last: Date }>`select coalesce(max(beat_at), now()) as last from server_beats`.execute(
      trx,
    )
    await insertQuarantine(trx, 'lost_writes', rows[0]?.last ?? new Date())
    await insertBeat(trx, server, number)
  })
}

async function insertBeat(trx: Db, server: string, number: number): Promise<void> {
  await sql`
    insert into server_beats (server, number, beat_at) values (${server}, ${number}, now())
        on conflict (server) do update set number = excluded.number, beat_at = excluded.beat_at`.execute(trx)
}

function withLock(db: Db, run: (trx: Db) => Promise<void>): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${beatsLock})`.execute(trx)
    await run(trx)
  })
}
