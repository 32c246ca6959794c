import type { OfferedLocale } from '@tradefront/texts/locales'
import { sql } from 'kysely'

import { type AuditEntry, auditCte } from '../../platform/audit.ts'
import { listSubjectChanges, type SubjectChange } from '../../platform/audit-query.ts'
import type { Db } from '../../platform/database/database.ts'
import type { EmailTemplate, MailTexts } from './email-template.ts'

/** A mail in one language. */
export type MailKey = { readonly template: EmailTemplate; readonly language: OfferedLocale }

type StoredTexts = { readonly texts: MailTexts; readonly changedAt: Date }

/** What operators have written. Null: the text of the product is sent. */
export async function findMailTexts(db: Db, { template, language }: MailKey): Promise<StoredTexts | null> {
  const row = await db
    .selectFrom('mail_texts')
    .select(['subject', 'body', 'action', 'changed_at as changedAt'])
    .where('template', '=', template)
    .where('language', '=', language)
    .executeTakeFirst()
  if (row === undefined) return null
  const { subject, body, action, changedAt } = row
  return { texts: { subject, text: body, action }, changedAt }
}

export function listMailTexts(db: Db) {
  return db
    .selectFrom('mail_texts')
    .select(['template', 'language', 'subject', 'changed_at as changedAt'])
    .orderBy('template')
    .orderBy('language')
    .execute()
}

/**
 * Concurrent changes run one after the other. @param texts null brings back those of the product
 * @param expected when the version was written that it replaces; null for that of the product. False: it is another one, and nothing is written.
 */
export function replaceMailTexts(
  db: Db,
  key: MailKey,
  texts: MailTexts | null,
  entry: Pick<AuditEntry, 'by' | 'action' | 'at'>,
  expected: Date | null,
): Promise<boolean> {
  const { template, language } = key
  return db.transaction().execute(async (trx) => {
    await sql`lock table mail_texts in share row exclusive mode`.execute(trx)
    const before = await findMailTexts(trx, key)
    if (before?.changedAt.getTime() !== expected?.getTime()) return false
    const cte = auditCte({ ...entry, subject: toMailSubject(key), before: before?.texts ?? null, after: texts })
    await (
      texts === null
        ? sql`with ${cte} delete from mail_texts where template = ${template} and language = ${language}`
        : sql`
          with ${cte}
          insert into mail_texts (template, language, subject, body, action, changed_at)
          values (${template}, ${language}, ${texts.subject}, ${texts.text}, ${texts.action}, ${entry.at})
          on conflict (template, language)
          do update set subject = excluded.subject, body = excluded.body, action = excluded.action, changed_at = excluded.changed_at`
    ).execute(trx)
    return true
  })
}

const toMailSubject = ({ template, language }: MailKey) => `mail:${template}/${language}`

export type MailVersion = Omit<SubjectChange, 'after'> & {
  /** Null: the text of the product came back. */
  readonly content: MailTexts | null
}

/** What was written by operators, newest first. */
export async function listMailVersions(db: Db, key: MailKey): Promise<MailVersion[]> {
  const changes = await listSubjectChanges(db, toMailSubject(key))
  return changes.map(({ after, ...change }) => ({ ...change, content: after as MailTexts | null }))
}
