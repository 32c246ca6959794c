import { profileCalls } from '@tradefront/contract/profile'

import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { useUser, refreshUser } from '../../platform/current-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { SectionHeading } from '../../ui/layout/section-heading.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

const phonePattern = /^\+?[0-9 ()-]{5,24}$/

/** Spec: account 2, "Info". */
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

function PersonalInfoForm({ email, phone }: { readonly email: string; readonly phone: string }) {
  const t = useTranslate()
  const { control, message, isPending, onSubmit } = useContractForm(profileCalls.updateContactDetails, {
    defaults: { email, phone },
    fields: {
      email: { error: 'auth.email_invalid', aliases: ['auth.email_taken'] },
      phone: { error: 'auth.phone_invalid', aliases: ['auth.phone_invalid'] },
    },
    check: (values) => (phonePattern.test(values.phone.trim()) ? {} : { phone: 'auth.phone_invalid' }),
    onSuccess: async ({ user }, form, body) => {
      // The server normalizes the phone.
      form.reset({ email: user?.email ?? body.email, phone: user?.phone ?? body.phone })
      form.showMessage('success', t('profile.saved'))
      await refreshUser()
    },
  })
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <FormBanner message={message} />
      <TextField
        {...useFormField(control, 'email')}
        label={t('auth.email')}
        help={t('profile.email_help')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <TextField
        {...useFormField(control, 'phone')}
        label={t('auth.phone')}
        help={t('profile.phone_help')}
        type="tel"
        autoComplete="tel"
        maxLength={24}
        dir="ltr"
        isTabular
      />
      <div>
        <Button type="submit" tone="primary" isPending={isPending}>
          {t('profile.save')}
        </Button>
      </div>
    </form>
  )
}
