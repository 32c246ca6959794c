import { contactCalls, maxMessageChars } from '@tradefront/contract/contact'
import { formatPhone } from '@tradefront/rules/auth/phone-number'
import { useState } from 'react'
import { flushSync } from 'react-dom'

import { useOptionalUser } from '../../platform/current-user.ts'
import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { type FormFieldProps, useFormField } from '../../platform/forms/use-form-field.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { checkContactPhone, toContactBody } from './contact-phone.ts'
import { KnownDetails } from './known-details.tsx'
import { MessageSent } from './message-sent.tsx'

/** The counter is shown below this many remaining characters. */
const counterThreshold = 500

export function ContactMessageForm() {
  const t = useTranslate()
  const user = useOptionalUser()
  const [confirmation, setConfirmation] = useState<string | null>(null)
  const [draft, setDraft] = useState(0)
  const [isChanging, setChanging] = useState(user === null)
  const { control, message, isPending, onSubmit, reset, getValues, setFocus } = useContractForm(
    contactCalls.sendMessage,
    {
      defaults: {
        name: user === null ? '' : `${user.firstName} ${user.lastName}`.trim(),
        email: user?.email ?? '',
        phone: formatPhone(user?.phone ?? ''),
        message: '',
      },
      fields: {
        name: { error: 'contact.name_empty' },
        email: { error: 'contact.email_invalid' },
        phone: { error: 'contact.phone_invalid' },
        message: { error: 'contact.message_empty' },
      },
      toBody: toContactBody,
      check: ({ phone, email }) => {
        if (phone.trim() !== '') return checkContactPhone(phone, user)
        return email.trim() === '' ? { email: 'contact.reach_missing' } : {}
      },
      onInvalid: (errors) => {
        if (errors.some((error) => error !== 'contact.message_empty')) setChanging(true)
      },
      onError: (error) => {
        if (Object.keys(error.fields).length > 0) setChanging(true)
      },
      onSuccess: (reply) => setConfirmation(reply.message ?? ''),
    },
  )
  const fields = {
    name: useFormField(control, 'name'),
    email: useFormField(control, 'email'),
    phone: useFormField(control, 'phone'),
    message: useFormField(control, 'message'),
  }
  const known = [fields.name, fields.email, fields.phone].map(({ value }) => value).filter((value) => value !== '')
  if (confirmation !== null) {
    const restart = (): void => {
      reset({ ...getValues(), message: '' })
      setDraft(draft + 1)
      setConfirmation(null)
    }
    return <MessageSent text={confirmation} restartLabel={t('contact.another')} onRestart={restart} />
  }
  return (
    <form
      key={draft}
      noValidate
      aria-label={t('contact.write_title')}
      onSubmit={onSubmit}
      className="flex flex-col gap-4"
    >
      <FormBanner message={message} />
      {isChanging ? (
        <SenderFields {...fields} />
      ) : (
        <KnownDetails
          details={known}
          onChange={() => {
            flushSync(() => setChanging(true))
            setFocus('name')
          }}
        />
      )}
      <MessageField field={fields.message} />
      <Button type="submit" tone="primary" size="lg" isPending={isPending} className="sm:self-start">
        {t('contact.send')}
      </Button>
    </form>
  )
}

/** Fields of the sender. E-mail or phone is enough. */
function SenderFields(fields: Readonly<Record<'name' | 'email' | 'phone', FormFieldProps>>) {
  const t = useTranslate()
  return (
    <>
      <TextField
        {...fields.name}
        label={t('contact.name')}
        autoComplete="name"
        autoCapitalize="words"
        spellCheck={false}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          {...fields.email}
          label={t('contact.email')}
          help={t('contact.email_help')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <TextField
          {...fields.phone}
          label={t('contact.phone')}
          help={t('contact.phone_help')}
          type="tel"
          autoComplete="tel"
          maxLength={24}
          dir="ltr"
          isTabular
        />
      </div>
    </>
  )
}

/** Field of the message. Nothing is cut off, because a part of a card number is not masked. */
function MessageField({ field }: { readonly field: FormFieldProps }) {
  const t = useTranslate()
  const left = maxMessageChars - field.value.length
  return (
    <TextArea
      {...field}
      label={t('contact.message')}
      rows={6}
      labelAside={
        left < counterThreshold && (
          <span className={cx('text-13 tabular', left < 0 ? 'text-down' : 'text-muted')}>
            {t(left < 0 ? 'contact.message_over' : 'contact.message_left', { count: Math.abs(left) })}
          </span>
        )
      }
    />
  )
}
