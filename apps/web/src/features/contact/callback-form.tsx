import { contactCalls } from '@tradefront/contract/contact'
import { useController, useForm } from 'react-hook-form'

import { request } from '../../platform/api/request.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useOptionalUser } from '../../platform/current-user.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { toErrorText } from './message-form.tsx'
import { MessageSent } from './message-sent.tsx'
import { useSubmit } from './use-submit.ts'
import { callbackResolver } from './form-resolvers.ts'

/** The call-me-back form: a phone number and nothing else (spec: funding 2). */
export function CallbackForm() {
  const t = useTranslate()
  const user = useOptionalUser()
  const { control, handleSubmit, reset, setError, formState } = useForm({
    defaultValues: { phone: user?.phone ?? '' },
    resolver: callbackResolver,
  })
  const { field, fieldState } = useController({ control, name: 'phone' })
  const {
    sent,
    failure,
    send,
    clearResult: again,
  } = useSubmit(t('calls.server_error'), (name, message) => {
    if (name === 'phone') setError('phone', { type: 'server', message }, { shouldFocus: true })
  })
  if (sent !== null) {
    const startOver = (): void => {
      reset({ phone: '' })
      again()
    }
    return <MessageSent text={sent} restartLabel={t('contact.another_call')} onRestart={startOver} />
  }
  return (
    <form
      noValidate
      aria-label={t('contact.call_title')}
      onSubmit={(event) => {
        event.preventDefault()
        void handleSubmit((body) => send(() => request(contactCalls.requestCallback, { body })))()
      }}
      className="flex flex-col gap-4"
    >
      {failure !== null && (
        <Banner key={failure.count} tone="bad" isUrgent>
          {failure.text}
        </Banner>
      )}
      <TextField
        label={t('contact.phone')}
        help={t('contact.phone_help')}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        name="call-phone"
        type="tel"
        autoComplete="tel"
        maxLength={24}
        dir="ltr"
        tabular
        error={toErrorText(t, fieldState.error?.message)}
      />
      <Button type="submit" size="lg" wide isPending={formState.isSubmitting}>
        {t('contact.call')}
      </Button>
    </form>
  )
}
