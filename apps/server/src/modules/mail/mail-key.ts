import { isLocale } from '@tradefront/texts/locales'

import { isEmailTemplate } from './email-template.ts'
import type { MailKey } from './mail-text-store.ts'

/** Null: there is no such mail. @param mail template and language, e.g. `reset/en` */
export function parseMailKey(mail: string): MailKey | null {
  const [template = '', language = ''] = mail.split('/')
  return isEmailTemplate(template) && isLocale(language) ? { template, language } : null
}
