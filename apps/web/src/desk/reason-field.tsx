import { commandReason, maxReasonChars } from '@tradefront/contract/desk'

import { useTranslate } from '../platform/i18n/i18n.ts'
import { TextField } from '../ui/fields/text-field.tsx'

/** Field for why an operator does something, which the audit trail keeps. */
export function ReasonField(props: { readonly value: string; readonly onChange: (reason: string) => void }) {
  const t = useTranslate()
  return <TextField {...props} label={t('desk.reason')} help={t('desk.reason_help')} maxLength={maxReasonChars} />
}

export function isReason(text: string): boolean {
  return commandReason.safeParse(text.trim()).success
}
