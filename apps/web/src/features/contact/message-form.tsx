import { contactCalls } from '@tradefront/contract/contact'
import { useState } from 'react'
import { useController, useForm, useWatch, type Control } from 'react-hook-form'

import { request, type CallInput } from '../../platform/api/request.ts'
import { isLoadedText, useTranslate, type Translate } from '../../platform/i18n/i18n.ts'
import { useOptionalUser } from '../../platform/current-user.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { MessageSent } from './message-sent.tsx'
import { useSubmit } from './use-submit.ts'
import { messageResolver, messageFields, type MessageFormValues } from './form-resolvers.ts'

type Body = NonNullable<CallInput<typeof contactCalls.sendMessage>['body']>
type FormControl = Control<MessageFormValues, unknown, Body>

const maxMessageLength = 5000
/** From here on it is said how much is left. */
const counterThreshold = 500

/** A message to us; a trader finds name, e-mail and phone filled in. */
export function ContactMessageForm() {
  const t = useTranslate()
  const user = useOptionalUser()
  const { control, handleSubmit, reset, setError, formState } = useForm({
    defaultValues: {
      name: user === null ? '' : `${user.firstName} ${user.lastName}`,
      email: user?.email ?? '',
      phone: user?.phone ?? '',
      message: '',
    },
    resolver: messageResolver,
  })
  const [draft, setDraft] = useState(0)
  const {
    sent,
    failure,
    send,
    clearResult: again,
  } = useSubmit(t('auth.server_error'), (name, message) => {
    const field = messageFields.find((one) => one === name)
    if (field !== undefined) setError(field, { type: 'server', message }, { shouldFocus: true })
  })
  if (sent !== null) {
    const startOver = (): void => {
      reset((values) => ({ ...values, message: '' }))
      setDraft(draft + 1)
      again()
    }
    return <MessageSent text={sent} restartLabel={t('contact.another')} onRestart={startOver} />
  }
  return (
    <form
      key={draft}
      noValidate
      aria-label={t('contact.write_title')}
      onSubmit={(event) => {
        event.preventDefault()
        void handleSubmit((body) => send(() => request(contactCalls.sendMessage, { body })))()
      }}
      className="flex flex-col gap-4"
    >
      {failure !== null && (
        <Banner key={failure.count} tone="bad" isUrgent>
          {failure.text}
        </Banner>
      )}
      <ContactTextField control={control} name="name" />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <ContactTextField control={control} name="email" />
        <ContactTextField control={control} name="phone" />
      </div>
      <MessageTextArea control={control} />
      <Button type="submit" tone="primary" size="lg" isPending={formState.isSubmitting} className="sm:self-start">
        {t('contact.send')}
      </Button>
    </form>
  )
}

/** Our own rules give the key of a text, the server gives words. */
export function toErrorText(t: Translate, message: string | undefined): string | undefined {
  return message !== undefined && isLoadedText(message) ? t(message) : message
}

const lines = {
  name: { label: 'contact.name', help: undefined, type: 'text', autoComplete: 'name', maxLength: 120 },
  email: { label: 'contact.email', help: 'contact.email_help', type: 'email', autoComplete: 'email', maxLength: 254 },
  phone: { label: 'contact.phone', help: 'contact.phone_help', type: 'tel', autoComplete: 'tel', maxLength: 24 },
} as const

function ContactTextField({ control, name }: { readonly control: FormControl; readonly name: keyof typeof lines }) {
  const t = useTranslate()
  const { field, fieldState } = useController({ control, name })
  const { label, help, ...rest } = lines[name]
  return (
    <TextField
      {...rest}
      label={t(label)}
      help={help === undefined ? undefined : t(help)}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      name={name}
      error={toErrorText(t, fieldState.error?.message)}
      autoCapitalize={name === 'name' ? 'words' : 'none'}
      spellCheck={false}
      {...(name === 'phone' ? ({ dir: 'ltr', tabular: true } as const) : {})}
    />
  )
}

function MessageTextArea({ control }: { readonly control: FormControl }) {
  const t = useTranslate()
  const { field, fieldState } = useController({ control, name: 'message' })
  const left = maxMessageLength - useWatch({ control, name: 'message' }).length
  return (
    <TextArea
      label={t('contact.message')}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      name="message"
      rows={6}
      maxLength={maxMessageLength}
      error={toErrorText(t, fieldState.error?.message)}
      labelAside={
        left < counterThreshold && (
          <span className="text-13 text-muted tabular">{t('contact.message_left', { count: left })}</span>
        )
      }
    />
  )
}
