import type { DeskMail, DeskMailSummary } from '@tradefront/contract/desk-mails'
import { dictionaries } from '@tradefront/texts/dictionaries'
import { defaultLocale, locales } from '@tradefront/texts/locales'

import type { Db } from '../../platform/database/database.ts'
import { listMailPlaceholders } from './check-mail-texts.ts'
import { getProductTexts, isEmailTemplate } from './email-template.ts'
import { parseMailKey } from './mail-key.ts'
import { findMailTexts, listMailTexts, listMailVersions } from './mail-text-store.ts'

const subjectPattern = /^mail\.letter\.(\w+)\.subject$/

/** Every mail that the site sends, in every language. */
export async function listDeskMails(db: Db): Promise<DeskMailSummary[]> {
  const written = await listMailTexts(db)
  const templates = Object.keys(dictionaries[defaultLocale])
    .map((key) => subjectPattern.exec(key)?.[1] ?? '')
    .filter(isEmailTemplate)
  return templates.flatMap((template) =>
    locales.map((language) => {
      const own = written.find((each) => each.template === template && each.language === language)
      return {
        mail: `${template}/${language}`,
        template,
        language,
        subject: own?.subject ?? getProductTexts(template, language).subject,
        changedAtMs: own?.changedAt.getTime() ?? null,
      }
    }),
  )
}

/** Null: there is no such mail. */
export async function findDeskMail(db: Db, mail: string): Promise<DeskMail | null> {
  const key = parseMailKey(mail)
  if (key === null) return null
  const [own, versions] = await Promise.all([findMailTexts(db, key), listMailVersions(db, key)])
  return {
    mail,
    ...key,
    versions,
    placeholders: listMailPlaceholders(key),
    ...(own?.texts ?? getProductTexts(key.template, key.language)),
    changedAtMs: own?.changedAt.getTime() ?? null,
  }
}
