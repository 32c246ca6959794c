import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { authCalls } from '@tradefront/contract/auth'
import { useState } from 'react'

import { callQuery } from '../../platform/api/call-query.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { validateNewPassword } from './validate-new-password.ts'

export function ResetPasswordForm({ token }: { readonly token: string }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const body = { token }
  const [isRefused, setRefused] = useState(() => !authCalls.checkResetToken.body.safeParse(body).success)
  const check = useQuery({
    ...callQuery(authCalls.checkResetToken, { body }),
    enabled: !isRefused,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  })
  if (!isRefused && !check.isFetched) return <Skeleton className="h-56" label={t('shell.loading')} />
  if (isRefused || check.data?.return === false) {
    return (
      <div className="flex flex-col items-start gap-4">
        <Banner tone="warn" title={t('auth.reset_void_title')} isUrgent>
          {t('auth.reset_void')}
        </Banner>
        <Link to={paths.forgot(lang)} className={buttonClass({ tone: 'primary' })}>
          {t('auth.reset_ask')}
        </Link>
      </div>
    )
  }
  // Also if the check fails: the server checks the token again.
  return <NewPasswordForm token={token} onInvalid={() => setRefused(true)} />
}

function NewPasswordForm(props: { readonly token: string; readonly onInvalid: () => void }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { control, message, isPending, onSubmit } = useContractForm(authCalls.resetPassword, {
    defaults: { password: '', repeatPassword: '' },
    fields: {
      password: { error: 'auth.password_short', aliases: ['auth.password_common', 'auth.password_personal'] },
      repeatPassword: { error: 'auth.passwords_differ' },
    },
    toBody: (values) => ({ ...values, token: props.token }),
    check: ({ password, repeatPassword }) => validateNewPassword(password, repeatPassword),
    toMessage: (error) => toErrorText(error, 'messages.500'),
    onSuccess: () => location.assign(paths.login(lang, '', 'changed')),
    onError: ({ code }) => {
      if (code !== 'auth.reset_void') return false
      props.onInvalid()
      return true
    },
  })
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <FormBanner message={message} />
      <NewPasswordFields
        label={t('auth.password')}
        password={useFormField(control, 'password', ['repeatPassword'])}
        repeatPassword={useFormField(control, 'repeatPassword')}
      />
      <Button type="submit" tone="primary" size="lg" isWide isPending={isPending} className="mt-2">
        {t('auth.reset_save')}
      </Button>
    </form>
  )
}
