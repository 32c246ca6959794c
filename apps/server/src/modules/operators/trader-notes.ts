import { maskCardData } from '@tradefront/rules/cards/mask-card-data'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import type { TraderDetails } from '@tradefront/contract/desk-traders'
import { sql } from 'kysely'

import type { ActionHandlers, AppContext, Signers } from '../../context.ts'
import { type AuditEntry, auditCte } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'

const maxNotes = 100

/** Actions on the notes and tags of a trader, which only operators see. */
export const traderNoteActions: ActionHandlers = {
  'trader.note': async (context, { trader, words }, by) => {
    const id = context.newId()
    const entry = buildEntry(context, by, 'trader.note', trader, { note: id })
    await sql`
      with ${auditCte(entry)}
      insert into trader_notes (id, user_id, operator, words, created_at)
      values (${id}, ${trader}, ${by.actor}, ${maskCardData(words)}, ${entry.at})`.execute(context.db)
    return ok()
  },
  'trader.tag': (context, { trader, tag }, by) => {
    const isNew = sql`not exists (select from trader_tags where user_id = ${trader} and tag = ${tag})`
    return changeTag(
      context,
      sql`
      with ${auditCte(buildEntry(context, by, 'trader.tag', trader, tag), isNew)}
      insert into trader_tags (user_id, tag) select ${trader}, ${tag} where ${isNew} returning tag`,
    )
  },
  'trader.untag': (context, { trader, tag }, by) => {
    const hasTag = sql`exists (select from trader_tags where user_id = ${trader} and tag = ${tag})`
    return changeTag(
      context,
      sql`
      with ${auditCte(buildEntry(context, by, 'trader.untag', trader, tag), hasTag)}
      delete from trader_tags where user_id = ${trader} and tag = ${tag} returning tag`,
    )
  },
}

/** Lists notes newest first, and tags by name. */
export async function listTraderNotes(db: Db, userId: string): Promise<Pick<TraderDetails, 'notes' | 'tags'>> {
  const { rows: notes } = await sql<TraderDetails['notes'][number]>`
    select id, operator, words, floor(extract(epoch from created_at) * 1000)::bigint as "createdAtMs"
      from trader_notes where user_id = ${userId}::bigint order by created_at desc, id limit ${sql.lit(maxNotes)}`.execute(
    db,
  )
  const { rows: tags } = await sql<{ tag: string }>`
    select tag from trader_tags where user_id = ${userId}::bigint order by tag`.execute(db)
  return { notes, tags: tags.map(({ tag }) => tag) }
}

async function changeTag({ db }: AppContext, change: ReturnType<typeof sql>): Promise<Result> {
  const { rows } = await change.execute(db)
  return rows.length > 0 ? ok() : refuse('desk.changed')
}

function buildEntry({ clock }: AppContext, by: Signers, action: string, trader: number, after: unknown): AuditEntry {
  return { by, action, subject: `user:${trader}`, before: null, after, at: clock.now() }
}
