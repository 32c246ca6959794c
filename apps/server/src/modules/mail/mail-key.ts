import { locales } from '@tradefront/texts/locales'

import { isEmailTemplate } from './email-template.ts'
import type { MailKey } from './mail-text-store.ts'

/** Null: there is no such mail. @param mail template and language, e.g. `reset/en` */
export function parseMailKey(mail: string): MailKey | null {
  const [template = '', language] = mail.split('/')
  const offered = locales.find((each) => each === language)
  return isEmailTemplate(template) && offered !== undefined ? { template, language: offered } : null
}
