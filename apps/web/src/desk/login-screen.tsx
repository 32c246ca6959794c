import { useMutation } from '@tanstack/react-query'
import { deskCalls } from '@tradefront/contract/desk'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useState } from 'react'

import { toErrorText } from '../platform/api/error-text.ts'
import { performCall } from '../platform/api/perform-call.ts'
import { queryClient } from '../platform/api/query-client.ts'
import { FormBanner } from '../platform/forms/form-banner.tsx'
import { useContractForm } from '../platform/forms/use-contract-form.ts'
import { useFormField } from '../platform/forms/use-form-field.ts'
import { useTranslate } from '../platform/i18n/i18n.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { deskOperatorQuery } from './api.ts'
import { DeskPage } from './desk-page.tsx'
import { fromBase64Url, isGivenUp, signWithPasskey } from './passkeys.ts'

const refreshOperator = () => queryClient.fetchQuery({ ...deskOperatorQuery, staleTime: 0 })

/** Log-in with a passkey, or with a password and a code, which is enough to read and to answer. */
export function LoginScreen() {
  const t = useTranslate()
  const [isByPassword, setByPassword] = useState(false)
  const logIn = useMutation({
    mutationFn: async () => {
      const { challenge } = await performCall(deskCalls.getChallenge, {})
      const assertion = await signWithPasskey(fromBase64Url(challenge))
      await performCall(deskCalls.logInByPasskey, { body: { challenge, assertion } })
    },
    onSuccess: refreshOperator,
  })
  const failure = logIn.error === null ? null : isGivenUp(logIn.error) ? t('desk.given_up') : toErrorText(logIn.error)
  return (
    <DeskPage title={t('desk.log_in_title')} lead={t('desk.log_in_lead')}>
      {failure !== null && (
        <Banner tone="danger" isUrgent>
          {failure}
        </Banner>
      )}
      <Button tone="primary" size="lg" isWide isPending={logIn.isPending} onPress={() => logIn.mutate()}>
        <Fingerprint size={20} aria-hidden />
        {t('desk.log_in_passkey')}
      </Button>
      {isByPassword ? (
        <PasswordForm />
      ) : (
        <Button tone="plain" isWide onPress={() => setByPassword(true)}>
          {t('desk.use_password')}
        </Button>
      )}
    </DeskPage>
  )
}

function PasswordForm() {
  const t = useTranslate()
  const { control, message, isPending, onSubmit } = useContractForm(deskCalls.logInByPassword, {
    defaults: { name: '', password: '', code: '' },
    fields: {
      name: { error: 'desk.name_wrong' },
      password: { error: 'desk.password_short' },
      code: { error: 'desk.code_wrong' },
    },
    toBody: ({ name, password, code }) => ({ name: name.trim(), password, code: code.replaceAll(/\s/g, '') }),
    onSuccess: refreshOperator,
  })
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4 border-t border-line pt-5">
      <p className="text-13 text-muted">{t('desk.password_note')}</p>
      <FormBanner message={message} />
      <TextField
        {...useFormField(control, 'name')}
        label={t('desk.name')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
      />
      <TextField
        {...useFormField(control, 'password')}
        label={t('desk.password')}
        type="password"
        autoComplete="current-password"
      />
      <TextField
        {...useFormField(control, 'code')}
        label={t('desk.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        isTabular
      />
      <Button type="submit" isWide isPending={isPending}>
        {t('desk.log_in')}
      </Button>
    </form>
  )
}
