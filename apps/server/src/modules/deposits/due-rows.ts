import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** `id` is unique within a processor. There must be an index on (processor, dueAt) where dueAt is not null. */
type DueTable = {
  readonly name: 'attempts' | 'captures' | 'processor_webhooks'
  readonly id: string
  readonly processor: string
  readonly dueAt: string
}

// Due rows are found for each processor separately, so that the rows of one cannot hide those of others.

/**
 * Lists processors with due rows. It jumps from one to the next in the index, and includes processors that were removed from the product.
 */
export async function listDueProcessors(db: Db, table: DueTable, now: Date): Promise<string[]> {
  const [name, processor, dueAt] = [sql.table(table.name), sql.ref(table.processor), sql.ref(table.dueAt)]
  const { rows } = await sql<{ processor: string }>`
    with recursive earliest(processor, at) as (
      (select ${processor}, ${dueAt} from ${name} where ${dueAt} is not null order by ${processor}, ${dueAt} limit 1)
      union all
      select next.processor, next.at
        from earliest cross join lateral (
          select t.${processor} as processor, t.${dueAt} as at from ${name} as t
           where t.${dueAt} is not null and t.${processor} > earliest.processor
           order by t.${processor}, t.${dueAt} limit 1) as next
    )
    select processor from earliest where at <= ${now}`.execute(db)
  return rows.map((row) => row.processor)
}

/** Expression for the ids of the rows to claim, earliest first. Skips rows that another server is claiming. */
export function selectDue(table: DueTable, of: string, now: Date, limit: number): RawBuilder<unknown> {
  const [name, id] = [sql.table(table.name), sql.ref(table.id)]
  const [processor, dueAt] = [sql.ref(table.processor), sql.ref(table.dueAt)]
  return sql`any(array(
    select ${id} from ${name} where ${processor} = ${of} and ${dueAt} <= ${now}
     order by ${dueAt} limit ${limit} for update skip locked))`
}
