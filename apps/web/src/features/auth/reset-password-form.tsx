import { queryOptions, useQuery } from '@tanstack/react-query'
import { authCalls } from '@tradefront/contract/auth'
import { useState } from 'react'

import { callKey } from '../../platform/api/call-query.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { request } from '../../platform/api/request.ts'
import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { paths } from '../../routes/paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { validateNewPassword } from './validate-new-password.ts'

export function ResetPasswordForm({ token }: { readonly token: string }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const [isRefused, setRefused] = useState(false)
  const isVoid = useQuery(getVoidQuery(token))
  const voidNotice = (
    <div className="flex flex-col items-start gap-4">
      <Banner tone="warn" title={t('auth.reset_void_title')} isUrgent>
        {t('auth.reset_void')}
      </Banner>
      <a href={paths.forgot(lang)} className={buttonClass({ tone: 'primary' })}>
        {t('auth.reset_ask')}
      </a>
    </div>
  )
  return (
    <QueryView
      query={isVoid}
      name={t('auth.reset_title')}
      skeleton={<Skeleton className="h-56" />}
      isEmpty={(isTokenVoid) => isTokenVoid || isRefused}
      empty={voidNotice}
    >
      {() => <NewPasswordForm token={token} onInvalid={() => setRefused(true)} />}
    </QueryView>
  )
}

/** Loads whether a link does not work. If that fails, the server still checks the token when the password is saved. */
function getVoidQuery(token: string) {
  const body = { token }
  return queryOptions({
    queryKey: callKey(authCalls.checkResetToken, { body }),
    queryFn: async ({ signal }) => {
      if (!authCalls.checkResetToken.body.safeParse(body).success) return true
      const reply = await request(authCalls.checkResetToken, { body, signal }).catch(() => null)
      return reply?.return === false
    },
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
  })
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
