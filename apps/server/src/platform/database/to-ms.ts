import { type RawBuilder, sql } from 'kysely'

/** Writes SQL of a time as whole milliseconds since 1970, as JavaScript reads a timestamp. */
export const toMs = (time: RawBuilder<unknown>): RawBuilder<number> =>
  sql`floor(extract(epoch from ${time}) * 1000)::bigint`
