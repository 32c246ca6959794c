import { formatTicketNumber } from '@tradefront/rules/support/references'

import { isLoadedText, type Translate } from '../../platform/i18n/i18n.ts'
import { toSettingText } from './setting-texts.ts'

const uuidPattern = /^[\da-f]{8}-[\da-f-]{27}$/
const numberLength = 12

/** The screen that shows what an entry of the audit trail is about. */
const screens: Readonly<Record<string, string>> = {
  user: '/traders',
  deposit: '/deposits',
  withdrawal: '/withdrawals',
  ticket: '/tickets',
  template: '/templates',
  setting: '/settings',
  operator: '/operators',
  promo: '/promos',
  provider: '/providers',
  tournament: '/tournaments',
  chargeback: '/chargebacks',
  day: '/days',
  page: '/pages',
  quarantine: '/quarantines',
  mail: '/mails',
}

/** What an entry of the audit trail is about, in words. @param subject e.g. `deposit:<id>` @returns with the page that shows it, if there is one */
export function describeSubject(t: Translate, subject: string): { readonly text: string; readonly to: string | null } {
  const [kind = '', ...rest] = subject.split(':')
  const id = rest.join(':')
  const key = `desk_control.subject_${kind}`
  if (!isLoadedText(key)) return { text: subject, to: null }
  const screen = screens[kind]
  return {
    text: t(key, { id: writeId(t, kind, id) }),
    to: screen === undefined || id === '' ? null : `${screen}/${id}`,
  }
}

function writeId(t: Translate, kind: string, id: string): string {
  if (kind === 'setting') return toSettingText(t, 'set', id)
  if (kind === 'ticket') return formatTicketNumber(id)
  return uuidPattern.test(id) ? id.slice(-numberLength).toUpperCase() : id
}
