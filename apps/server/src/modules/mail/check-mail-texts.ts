import { ok, refuse, type Result } from '@tradefront/rules/result'
import { isKnownMessage, listPlaceholders } from '@tradefront/texts/format-message'
import { defaultLocale } from '@tradefront/texts/locales'

import { getProductTexts, type MailTexts, renderEmail } from './email-template.ts'
import { buildExampleParams } from './example-params.ts'
import type { MailKey } from './mail-text-store.ts'

/** An address of a site or a mailbox. Mails lead only where their links lead. */
const writtenAddress = /:\/\/|\bwww\.|@/i

/** Forms of plurals that a language can have. */
const counts = [0, 1, 2, 5, 11, 21, 22]

/** What a mail has values for. */
export function listMailPlaceholders({ template }: Pick<MailKey, 'template'>): string[] {
  return [...new Set(Object.values(getProductTexts(template, defaultLocale)).flatMap(listPlaceholders))]
}

/** A mail with it can be sent: it names nothing that the mail has no value for, and leaves out nothing that the text of the product says. */
export function checkMailTexts(
  key: MailKey,
  texts: MailTexts,
): Result<void, 'desk_mails.address' | 'desk_mails.braces' | 'desk_mails.unknown' | 'desk_mails.missing'> {
  const { template, language } = key
  if (Object.values(texts).some((each) => writtenAddress.test(each))) return refuse('desk_mails.address')
  if (!Object.values(texts).every(isKnownMessage)) return refuse('desk_mails.braces')
  const known = listMailPlaceholders(key)
  if (
    Object.values(texts)
      .flatMap(listPlaceholders)
      .some((name) => !known.includes(name))
  )
    return refuse('desk_mails.unknown')
  const written = listPlaceholders(texts.text)
  if (listPlaceholders(getProductTexts(template, language).text).some((name) => !written.includes(name)))
    return refuse('desk_mails.missing')
  try {
    for (const count of counts) {
      const params = { ...buildExampleParams(language), minutes: count, hours: count, days: count, count }
      renderEmail({ template, locale: language, params }, texts)
    }
  } catch {
    // A form of a plural is missing.
    return refuse('desk_mails.braces')
  }
  return ok()
}
