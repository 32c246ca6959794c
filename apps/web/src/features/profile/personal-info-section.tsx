import { profileCalls } from '@tradefront/contract/profile'
import { useRef, useState, type SubmitEvent } from 'react'

import { toErrorText } from '../../platform/api/error-text.ts'
import { request } from '../../platform/api/request.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { useUser, refreshUser } from '../../platform/current-user.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { DescriptionList, SectionHeading } from '../../ui/layout/surface.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

type FormMessage = { readonly tone: 'good' | 'bad'; readonly text: string }
type Field = 'email' | 'phone'

const fieldByErrorCode: Readonly<Record<string, Field>> = { 'auth.email_taken': 'email', 'auth.phone_invalid': 'phone' }

/** E-mail and phone, and what of the person does not change here (spec: account 2, "Info"). */
export function PersonalInfoSection() {
  const t = useTranslate()
  const lang = useLocaleTag()
  const user = useUser()
  const country = new Intl.DisplayNames(lang, { type: 'region' }).of(user.country) ?? user.country
  const opened = new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }).format(user.registeredAtMs)
  return (
    <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
      <section aria-labelledby="info" className="flex flex-col gap-4">
        <SectionHeading id="info" title={t('profile.info')} lead={t('profile.info_lead')} />
        <PersonalInfoForm email={user.email} phone={user.phone} />
      </section>
      <section aria-label={t('profile.details')} className="lg:max-w-sm lg:justify-self-end lg:pt-2 lg:w-full">
        <DescriptionList
          rows={[
            { id: 'name', name: t('profile.name'), value: `${user.firstName} ${user.lastName}` },
            { id: 'country', name: t('profile.country'), value: country },
            { id: 'number', name: t('profile.number'), value: <span className="tabular">{user.userId}</span> },
            { id: 'currency', name: t('profile.currency'), value: user.currency },
            { id: 'opened', name: t('profile.opened'), value: opened },
          ]}
        />
      </section>
    </div>
  )
}

function PersonalInfoForm(props: { readonly email: string; readonly phone: string }) {
  const t = useTranslate()
  const [email, setEmail] = useState(props.email)
  const [phone, setPhone] = useState(props.phone)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isPending, setPending] = useState(false)
  const [fieldError, setFieldError] = useState<{ field: Field; text: string } | null>(null)
  const [formMessage, setFormMessage] = useState<FormMessage | null>(null)
  const inputs = { email: useRef<HTMLInputElement>(null), phone: useRef<HTMLInputElement>(null) }
  const body = { email: email.trim(), phone: phone.trim() }
  const isEmail = profileCalls.updateContactDetails.body.safeParse({ ...body, phone: '' }).success
  const isPhone = /^\+?[0-9 ()-]{5,24}$/.test(body.phone)
  const getFieldError = (field: Field, isRight: boolean, text: string): string | undefined =>
    fieldError?.field === field ? fieldError.text : isSubmitted && !isRight ? text : undefined

  const showFieldError = (field: Field, text: string): void => {
    setFieldError({ field, text })
    inputs[field].current?.focus()
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isPending) return
    setSubmitted(true)
    setFormMessage(null)
    setFieldError(null)
    if (!isEmail) return inputs.email.current?.focus()
    if (!isPhone) return inputs.phone.current?.focus()
    setPending(true)
    request(profileCalls.updateContactDetails, { body })
      .then(
        async (reply) => {
          if (!reply.return) {
            const text = reply.message ?? t('auth.server_error')
            const field = fieldByErrorCode[reply.error ?? '']
            return field === undefined ? setFormMessage({ tone: 'bad', text }) : showFieldError(field, text)
          }
          // As the server keeps them.
          setEmail(reply.user?.email ?? body.email)
          setPhone(reply.user?.phone ?? body.phone)
          setFormMessage({ tone: 'good', text: t('profile.saved') })
          await refreshUser()
        },
        (error: unknown) => setFormMessage({ tone: 'bad', text: toErrorText(error) }),
      )
      .finally(() => setPending(false))
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {formMessage !== null && (
        <Banner tone={formMessage.tone} isUrgent={formMessage.tone === 'bad'}>
          {formMessage.text}
        </Banner>
      )}
      <TextField
        label={t('auth.email')}
        help={t('profile.email_help')}
        value={email}
        onChange={setEmail}
        error={getFieldError('email', isEmail, t('auth.email_invalid'))}
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        inputRef={inputs.email}
      />
      <TextField
        label={t('auth.phone')}
        help={t('profile.phone_help')}
        value={phone}
        onChange={setPhone}
        error={getFieldError('phone', isPhone, t('auth.phone_invalid'))}
        name="phone"
        type="tel"
        autoComplete="tel"
        maxLength={24}
        dir="ltr"
        tabular
        inputRef={inputs.phone}
      />
      <div>
        <Button type="submit" tone="primary" isPending={isPending}>
          {t('profile.save')}
        </Button>
      </div>
    </form>
  )
}
