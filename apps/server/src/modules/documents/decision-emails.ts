import type { DocumentKind } from '@tradefront/rules/documents/document-kinds'
import type { Locale } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'

import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'
import { toOfferedLocale } from '../../platform/http/locale.ts'
import { type Mail, sendMail } from '../mail/service.ts'
import type { Decision, DecisionRecipient } from './decide-files.ts'

const kindKeys = { passport: 'documents.passport', card: 'documents.card', sign: 'documents.sign' } as const

/** Stores the mail in the transaction of the decision. */
export function sendDecisionEmail(
  context: AppContext,
  recipient: DecisionRecipient,
  kind: DocumentKind,
  decision: Decision,
  on: Db,
): Promise<void> {
  const locale = toOfferedLocale(recipient.language)
  const target = decision.approve ? '/show/personal/documents' : '/show/documents/again'
  const link = context.config.publicUrl === '' ? undefined : `${context.config.publicUrl}/${locale}/trading#${target}`
  return sendMail(
    context,
    { to: recipient.email, locale, link, ...toDecisionEmail(recipient, kind, decision, locale) },
    on,
  ).then(() => undefined)
}

function toDecisionEmail(
  recipient: DecisionRecipient,
  kind: DocumentKind,
  { reason }: Decision,
  locale: Locale,
): Pick<Mail, 'template' | 'params'> {
  const document = translate(locale, kindKeys[kind])
  if (reason !== null) {
    const why = translate(locale, `documents.reason_${reason}`)
    const next = translate(locale, `documents.next_${reason}`)
    return { template: 'document_refused', params: { document, why, next } }
  }
  if (recipient.isVerifiedNow) return { template: 'verified', params: {} }
  return { template: 'document_approved', params: { document } }
}
