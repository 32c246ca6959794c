import { type RawBuilder, sql } from 'kysely'

/** Returns the UTC day of a time, to compare it with a column of type `date`. */
export function toUtcDay(time: Date): RawBuilder<string> {
  return sql<string>`(${time}::timestamptz at time zone 'UTC')::date`
}
