import type { User } from '@tradefront/contract/domain/profile'
import { profileCalls } from '@tradefront/contract/profile'
import { cleanPhone } from '@tradefront/rules/auth/clean-phone'
import { formatPhone, parsePhone } from '@tradefront/rules/auth/phone-number'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'

import { performCall } from '../../platform/api/perform-call.ts'
import { getCurrentUser, refreshUser, subscribeToUser } from '../../platform/current-user.ts'
import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { PasswordField } from '../auth/password-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

type ContactDetails = Pick<User, 'email' | 'phone'>
export type ContactName = keyof ContactDetails

const names = ['email', 'phone'] as const

/** What was typed, kept while another row or section is open. */
let draft: { readonly userId: number; readonly known: ContactDetails; readonly typed: ContactDetails } | null = null

/** Which of them was being changed. */
export function findContactDraft(user: User): ContactName | null {
  if (!isDraftCurrent(user) || draft === null) return null
  return draft.typed.email === draft.known.email ? 'phone' : 'email'
}

/** What was typed is given up. */
export function forgetContactDraft(): void {
  draft = null
}

function isDraftCurrent({ userId, email, phone }: User): boolean {
  return draft?.userId === userId && draft.known.email === email && draft.known.phone === phone
}

function takeDraft(user: User, name: ContactName): ContactDetails | null {
  const found = findContactDraft(user) === name ? draft : null
  draft = null
  return found?.typed ?? null
}

function toShown({ email, phone }: ContactDetails): ContactDetails {
  return { email, phone: formatPhone(phone) }
}

function isChanged(typed: ContactDetails, known: ContactDetails): boolean {
  return typed.email.trim().toLowerCase() !== known.email || typed.phone !== known.phone
}

/** Changes one of them. That needs the password; a new e-mail also a click in its mailbox. @param props.onSaved gets what was done */
export function ContactForm(props: {
  readonly user: User
  readonly name: ContactName
  readonly onSaved: (text: string) => void
}) {
  const t = useTranslate()
  const { user, name } = props
  const [typed] = useState(() => takeDraft(user, name))
  const isSaved = useRef(false)
  const [known, setKnown] = useState<ContactDetails>({ email: user.email, phone: user.phone })
  const isUnchanged = (phone: string): boolean => phone.trim() === formatPhone(known.phone)
  const isPhoneAccepted = (phone: string): boolean => isUnchanged(phone) || parsePhone(phone, user) !== null
  /** Returns the stored form of a phone. An older number can break today's rule. */
  const toStored = (phone: string): string =>
    isUnchanged(phone) ? known.phone : (parsePhone(phone, user)?.e164 ?? cleanPhone(phone))
  const form = useContractForm(profileCalls.updateContactDetails, {
    defaults: { ...(typed ?? toShown(user)), password: '' },
    fields: {
      email: { error: 'auth.email_invalid', aliases: ['auth.email_taken', 'profile.email_taken'] },
      phone: { error: 'auth.phone_invalid', aliases: ['auth.phone_invalid'] },
      password: { error: 'profile.password_needed', aliases: ['auth.old_password_wrong', 'profile.password_needed'] },
    },
    toBody: ({ email, phone, password }) => ({ email: email.trim(), phone: toStored(phone), password, known }),
    check: (values) => ({
      ...(!isPhoneAccepted(values.phone) && { phone: 'auth.phone_invalid' }),
      ...(isChanged({ ...values, phone: toStored(values.phone) }, known) &&
        values.password === '' && { password: 'profile.password_needed' }),
    }),
    send: (body) =>
      isChanged(body, known)
        ? performCall(profileCalls.updateContactDetails, { body })
        : Promise.resolve({ return: true, user: undefined }),
    onSuccess: async (reply, form, body) => {
      if (!isChanged(body, known)) return form.showMessage('info', t('profile.nothing_changed'))
      isSaved.current = true
      const sentTo = reply.user?.email_pending ?? null
      await refreshUser()
      props.onSaved(
        name === 'email' && sentTo !== null ? t('profile.email_sent', { email: sentTo }) : t('profile.saved'),
      )
    },
    onError: async ({ code }) => {
      if (code !== 'profile.contact_stale') return false
      await refreshUser()
      adoptCurrent(getCurrentUser())
      return false
    },
  })
  const { control, message, isPending, onSubmit, getValues, setValue, showMessage } = form
  const email = useWatch({ control, name: 'email' })

  /** Shows the current data, and keeps what was typed. Returns whether there was a change. */
  const adoptCurrent = (current: User | null): boolean => {
    if (current === null || (current.email === known.email && current.phone === known.phone)) return false
    const [before, after] = [toShown(known), toShown(current)]
    for (const each of names) if (getValues(each) === before[each]) setValue(each, after[each])
    setKnown({ email: current.email, phone: current.phone })
    return true
  }
  const handleUserChange = useEffectEvent((current: User | null): void => {
    if (!isPending && adoptCurrent(current)) showMessage('info', t('profile.contact_updated'))
  })
  useEffect(() => subscribeToUser((current) => handleUserChange(current)), [])

  const keepDraft = useEffectEvent((): void => {
    const current = { email: getValues('email'), phone: getValues('phone') }
    draft =
      !isSaved.current && isChanged({ ...current, phone: toStored(current.phone) }, known)
        ? { userId: user.userId, known, typed: current }
        : null
  })
  const announceDraft = useEffectEvent((): void => {
    if (typed !== null) showMessage('info', t('profile.draft_kept'))
  })
  useEffect(() => {
    announceDraft()
    return () => keepDraft()
  }, [])

  const emailField = useFormField(control, 'email')
  const phoneField = useFormField(control, 'phone')
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <FormBanner message={message} />
      {name === 'email' ? (
        <TextField
          {...emailField}
          label={t('auth.email')}
          help={t('profile.email_help')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
      ) : (
        <TextField
          {...phoneField}
          label={t('auth.phone')}
          help={t('profile.phone_help')}
          type="tel"
          autoComplete="tel"
          maxLength={24}
          dir="ltr"
          isTabular
        />
      )}
      {!user.isEmailProved && email.trim().toLowerCase() !== known.email && (
        <Banner tone="warn">{t('profile.email_unproved')}</Banner>
      )}
      <PasswordField
        {...useFormField(control, 'password')}
        label={t('profile.confirm_password')}
        help={t('profile.confirm_password_help')}
        autoComplete="current-password"
      />
      <div>
        <Button type="submit" tone="primary" isPending={isPending}>
          {t('profile.save')}
        </Button>
      </div>
    </form>
  )
}
