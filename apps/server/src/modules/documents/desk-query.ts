import type { DocumentCase, DocumentCaseDetails } from '@tradefront/contract/desk-support'
import type { DocumentKind } from '@tradefront/rules/documents/document-kinds'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { toMs } from '../../platform/database/to-ms.ts'

const maxCases = 200
const maxEarlier = 5
const maxCards = 5

/** The trader as JSON, from `user_profiles u`. */
const trader = sql`
  jsonb_build_object('id', u.id, 'name', btrim(concat_ws(' ', u.first_name, u.last_name)), 'email', u.email, 'country', u.country)`

/** Lists cases, oldest first. */
export async function listDocumentCases(db: Db): Promise<DocumentCase[]> {
  const { rows } = await sql<DocumentCase>`
    select ${trader} as trader, d.kind, d.count, ${toMs(sql`d.sent_at`)} as "sentAtMs"
      from (select user_id, kind, count(*)::integer as count, min(sent_at) as sent_at from document_facts
             where state = 'sent' group by user_id, kind order by min(sent_at), user_id limit ${sql.lit(maxCases)}) d
           join user_profiles u on u.id = d.user_id
     order by d.sent_at, d.user_id, d.kind`.execute(db)
  return rows
}

/** Finds a case. Returns null if nothing of the kind waits. */
export async function findDocumentCase(
  db: Db,
  traderId: string,
  kind: DocumentKind,
): Promise<DocumentCaseDetails | null> {
  const { rows } = await sql<DocumentCaseDetails>`
    select ${trader} || jsonb_build_object(
             'language', u.language, 'registeredAtMs', ${toMs(sql`u.registered_at`)},
             'realOpenedAtMs', ${toMs(sql`u.real_opened_at`)}, 'verification', u.verification) as trader,
           ${kind}::text as kind,
           (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'pages', d.pages, 'sentAtMs', ${toMs(sql`d.sent_at`)})
                                      order by d.sent_at, d.id), '[]')
              from document_facts d where d.user_id = u.id and d.kind = ${kind} and d.state = 'sent') as files,
           (select coalesce(jsonb_agg(to_jsonb(e) order by e."decidedAtMs" desc), '[]')
              from (select d.id, d.state, d.reason, ${toMs(sql`d.decided_at`)} as "decidedAtMs" from document_facts d
                     where d.user_id = u.id and d.kind = ${kind} and d.decided_at is not null
                     order by d.decided_at desc limit ${sql.lit(maxEarlier)}) e) as earlier,
           (select coalesce(jsonb_agg(jsonb_build_object('brand', c.brand, 'last4', c.last4) order by c.id desc), '[]')
              from (select * from card_hints where user_id = u.id order by id desc limit ${sql.lit(maxCards)}) c) as cards
      from user_profiles u where u.id = ${traderId}::bigint`.execute(db)
  const [found] = rows
  return found === undefined || found.files.length === 0 ? null : found
}
