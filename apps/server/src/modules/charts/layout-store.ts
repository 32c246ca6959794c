import type { ChartLayout } from '@tradefront/contract/charts'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** Lists the layouts of a trader in the order of their names. */
export function listLayouts(db: Db, userId: number): Promise<ChartLayout[]> {
  return db
    .selectFrom('chart_layouts')
    .select(['id', 'name', 'arrangement', 'charts'])
    .where('user_id', '=', userId)
    .orderBy('name')
    .$narrowType<Pick<ChartLayout, 'arrangement' | 'charts'>>()
    .execute()
}

/** Returns false if the trader has no layout with this id. The name of another one violates `chart_layouts_name`. */
export async function updateLayout(db: Db, userId: number, layout: ChartLayout): Promise<boolean> {
  const { id, name, arrangement, charts } = layout
  const row = await db
    .updateTable('chart_layouts')
    .set({ name, arrangement, charts: JSON.stringify(charts) })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if all slots are taken. A concurrent insertion can violate `chart_layouts_slot` or `chart_layouts_pkey`. */
export async function insertLayout(db: Db, userId: number, layout: ChartLayout, slots: number): Promise<boolean> {
  const { id, name, arrangement, charts } = layout
  const { rows } = await sql<{ id: string }>`
    insert into chart_layouts (user_id, id, name, slot, arrangement, charts)
    select ${userId}, ${id}::uuid, ${name}, free.slot, ${arrangement}, ${JSON.stringify(charts)}::jsonb
      from generate_series(0, ${slots - 1}::integer) as free (slot)
     where not exists (select from chart_layouts l where l.user_id = ${userId} and l.slot = free.slot)
     order by free.slot limit 1
    returning id`.execute(db)
  return rows.length > 0
}

/** Changes the name. Does nothing if the trader has no layout with this id. The name of another one violates `chart_layouts_name`. */
export async function updateLayoutName(db: Db, userId: number, id: string, name: string): Promise<void> {
  await db.updateTable('chart_layouts').set({ name }).where('user_id', '=', userId).where('id', '=', id).execute()
}

export async function deleteLayout(db: Db, userId: number, id: string): Promise<void> {
  await db.deleteFrom('chart_layouts').where('user_id', '=', userId).where('id', '=', id).execute()
}
