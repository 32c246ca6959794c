import { authCalls } from '@tradefront/contract/auth'
import { useState } from 'react'

import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

/** The confirmation is the same for every address. */
export function ForgotPasswordForm() {
  const t = useTranslate()
  const [confirmation, setConfirmation] = useState<string | null>(null)
  const { control, message, isPending, onSubmit } = useContractForm(authCalls.requestPasswordReset, {
    defaults: { email: '' },
    fields: { email: { error: 'auth.email_invalid' } },
    onSuccess: (reply) => setConfirmation(reply.message ?? t('auth.forget_sent')),
  })
  const email = useFormField(control, 'email')
  if (confirmation !== null) {
    return (
      <div className="flex flex-col gap-6">
        <Banner tone="success" title={t('auth.forgot_sent_title')} ref={focusOnMount}>
          {confirmation}
        </Banner>
        <p className="text-muted">{t('auth.forgot_spam')}</p>
        <div className="flex flex-wrap gap-2">
          <BackLink />
          <Button tone="plain" onPress={() => setConfirmation(null)}>
            {t('auth.forgot_other')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <FormBanner message={message} />
      <TextField
        {...email}
        label={t('auth.email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <Button type="submit" tone="primary" size="lg" isWide isPending={isPending} className="mt-2">
        {t('auth.forgot_send')}
      </Button>
      <BackLink />
    </form>
  )
}

function BackLink() {
  const t = useTranslate()
  return (
    <a href={paths.login(useLocaleTag())} className={buttonClass({ tone: 'plain', className: 'self-start' })}>
      {t('auth.back_to_login')}
    </a>
  )
}

/** Focuses an element, because the form that had the focus is gone. */
function focusOnMount(element: HTMLDivElement | null): void {
  if (element === null) return
  element.tabIndex = -1
  element.focus()
}
