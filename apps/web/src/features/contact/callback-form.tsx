import { contactCalls } from '@tradefront/contract/contact'
import { formatPhone } from '@tradefront/rules/auth/phone-number'
import { useState } from 'react'
import { flushSync } from 'react-dom'

import { ApiError } from '../../platform/api/api-error.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { useOptionalUser } from '../../platform/current-user.ts'
import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { checkContactPhone, toContactBody } from './contact-phone.ts'
import { KnownDetails } from './known-details.tsx'
import { MessageSent } from './message-sent.tsx'

/** Spec: funding 2. */
export function CallbackForm() {
  const t = useTranslate()
  const user = useOptionalUser()
  const [confirmation, setConfirmation] = useState<string | null>(null)
  const [isChanging, setChanging] = useState(user === null || user.phone === '')
  const { control, message, isPending, onSubmit, reset, setFocus } = useContractForm(contactCalls.requestCallback, {
    defaults: { phone: formatPhone(user?.phone ?? '') },
    fields: { phone: { error: 'contact.phone_invalid' } },
    toBody: toContactBody,
    check: (values) => checkContactPhone(values.phone, user),
    toMessage: (error) => (isUnreadable(error) ? t('calls.server_error') : toErrorText(error, 'calls.server_error')),
    onInvalid: () => setChanging(true),
    onError: (error) => {
      if (Object.keys(error.fields).length > 0) setChanging(true)
    },
    onSuccess: (reply) => setConfirmation(reply.message ?? ''),
  })
  const phone = useFormField(control, 'phone')
  if (confirmation !== null) {
    const restart = (): void => {
      reset({ phone: '' })
      setChanging(true)
      setConfirmation(null)
    }
    return <MessageSent text={confirmation} restartLabel={t('contact.another_call')} onRestart={restart} />
  }
  return (
    <form noValidate aria-label={t('contact.call_title')} onSubmit={onSubmit} className="flex flex-col gap-4">
      <FormBanner message={message} />
      {isChanging ? (
        <TextField
          {...phone}
          label={t('contact.phone')}
          help={t('contact.phone_help')}
          name="call-phone"
          type="tel"
          autoComplete="tel"
          maxLength={24}
          dir="ltr"
          isTabular
        />
      ) : (
        <KnownDetails
          details={[phone.value]}
          onChange={() => {
            flushSync(() => setChanging(true))
            setFocus('phone')
          }}
        />
      )}
      <Button type="submit" size="lg" isWide isPending={isPending}>
        {t('contact.call')}
      </Button>
    </form>
  )
}

/** Returns true for an unreadable answer (spec: funding 8). Without a connection, the text about that is more useful. */
function isUnreadable(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'transport' && error.status !== 0
}
