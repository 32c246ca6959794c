import type { HeldRate, RateReading } from '@tradefront/rules/rates/judge-reading'
import { type RateCode, rateCodes } from '@tradefront/rules/rates/rate-codes'
import { sql } from 'kysely'

import { dayMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { toAgeSeconds } from '../../platform/metrics/measures.ts'
import type { Sample } from '../../platform/metrics/metrics.ts'

export type StoredRate = { readonly rate: number; readonly at: Date; readonly isHeld: boolean }

/** How long rates are kept: longer than a node or a server should be down. */
const keptMs = 7 * dayMs

/** Lets one server at a time read a code, until the transaction ends. */
export async function lockCode(trx: Db, code: RateCode): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`exchange_rates:${code}`}, 0))`.execute(trx)
}

/** Lists the latest accepted rate of each code. */
export async function listStoredRates(db: Db): Promise<Map<RateCode, StoredRate>> {
  const { rows } = await sql<{ code: RateCode } & StoredRate>`
    select c.code, r.rate::double precision as rate, r.at,
           exists (select from held_rates h where h.code = c.code) as "isHeld"
      from unnest(${[...rateCodes]}::text[]) as c(code), lateral (
             select rate, at from exchange_rates where code = c.code order by at desc limit 1) r`.execute(db)
  return new Map(rows.map(({ code, ...rate }) => [code, rate]))
}

/** Finds the rate that was fresh at a time, else the first one after it. Null while there is none, or a jump before that time is held. */
export async function findStoredRateAt(db: Db, code: RateCode, at: Date, maxAgeMs: number): Promise<number | null> {
  const { rows } = await sql<{ rate: number }>`
    select rate from (
      (select rate::double precision as rate, 1 as place from exchange_rates
        where code = ${code} and at between ${new Date(at.getTime() - maxAgeMs)} and ${at} order by at desc limit 1)
      union all
      (select rate::double precision, 2 from exchange_rates where code = ${code} and at > ${at} order by at limit 1)
    ) as found
     where not exists (select from held_rates where code = ${code} and at <= ${at})
     order by place limit 1`.execute(db)
  return rows[0]?.rate ?? null
}

/** Lists accepted rates since a time or since the last confirmed jump, whichever is later; the latest if there is none. */
export async function listComparedRates(db: Db, code: RateCode, since: Date): Promise<number[]> {
  const { rows } = await sql<{ rate: number }>`
    with latest as (
      select at, rate from exchange_rates where code = ${code} order by at desc limit 1
    ), confirmed as (
      select max(at) as at from exchange_rates where code = ${code} and is_confirmed and at >= ${since}
    )
    select rate::double precision as rate from latest
    union all
    select rate::double precision from exchange_rates
     where code = ${code} and at >= greatest(${since}, (select at from confirmed)) and at < (select at from latest)`.execute(
    db,
  )
  return rows.map(({ rate }) => rate)
}

export async function findHeldRate(db: Db, code: RateCode): Promise<HeldRate | null> {
  const { rows } = await sql<{ rate: number; at: Date; readings: number }>`
    select rate::double precision as rate, at, readings from held_rates where code = ${code}`.execute(db)
  const [held] = rows
  return held === undefined ? null : { first: { rate: held.rate, atMs: held.at.getTime() }, readings: held.readings }
}

export async function listHeldRates(db: Db): Promise<(RateReading & { readonly code: RateCode })[]> {
  const { rows } = await sql<{ code: RateCode; rate: number; at: Date }>`
    select code, rate::double precision as rate, at from held_rates order by code`.execute(db)
  return rows.map(({ code, rate, at }) => ({ code, rate, atMs: at.getTime() }))
}

export async function holdRate(trx: Db, code: RateCode, { first, readings }: HeldRate): Promise<void> {
  await sql`
    insert into held_rates (code, rate, at, readings) values (${code}, ${first.rate}, ${new Date(first.atMs)}, ${readings})
    on conflict (code) do update set rate = excluded.rate, at = excluded.at, readings = excluded.readings`.execute(trx)
}

/** Accepts a rate, and ends what is held. Forgets two rates that are too old. */
export async function acceptRate(
  trx: Db,
  code: RateCode,
  { rate, atMs }: RateReading,
  isConfirmed: boolean,
): Promise<void> {
  const at = new Date(atMs)
  await sql`
    with released as (
      delete from held_rates where code = ${code}
    ), forgotten as (
      delete from exchange_rates
       where (code, at) in (select code, at from exchange_rates
                             where code = ${code} and at < ${new Date(atMs - keptMs)} order by at limit 2)
    )
    insert into exchange_rates (code, rate, at, is_confirmed) values (${code}, ${rate}, ${at}, ${isConfirmed})
    on conflict (code, at) do update set rate = excluded.rate, is_confirmed = excluded.is_confirmed`.execute(trx)
}

/** Ages of the latest rates, of those that there are. */
export async function measureRates(db: Db, now: Date): Promise<Sample[]> {
  return [...(await listStoredRates(db))].map(([code, { at }]) => ({
    name: 'tradefront_rate_age_seconds',
    labels: { code },
    value: toAgeSeconds(at, now),
  }))
}
