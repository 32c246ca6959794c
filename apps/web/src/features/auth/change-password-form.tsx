import { useQueryClient } from '@tanstack/react-query'
import { authCalls } from '@tradefront/contract/auth'
import { profileCalls } from '@tradefront/contract/profile'
import type * as z from 'zod/mini'

import { ApiError } from '../../platform/api/api-error.ts'
import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { isPlatformEmbedded } from '../../platform/embedded-platform.ts'
import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { translate, useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { PasswordField } from './password-field.tsx'
import { validateNewPassword } from './validate-new-password.ts'

type NewPassword = z.output<typeof profileCalls.changePassword.body>

export function ChangePasswordForm(props: {
  readonly email: string
  readonly personalWords: readonly string[]
  readonly onChanged: () => void
}) {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const { control, message, isPending, onSubmit } = useContractForm(profileCalls.changePassword, {
    defaults: { oldPassword: '', password: '', repeatPassword: '' },
    fields: {
      oldPassword: { error: 'auth.password_empty', aliases: ['auth.old_password_wrong'] },
      password: { error: 'auth.password_short', aliases: ['auth.password_common', 'auth.password_personal'] },
      repeatPassword: { error: 'auth.passwords_differ' },
    },
    toBody: (values) => values,
    check: ({ oldPassword, password, repeatPassword }) => ({
      ...(oldPassword === '' && { oldPassword: 'auth.password_empty' as const }),
      ...validateNewPassword(password, repeatPassword),
    }),
    send: changePassword,
    toMessage: toFailureText,
    onSuccess: () => {
      props.onChanged()
      void queryClient.invalidateQueries({ queryKey: callKey(authCalls.listSessions) })
    },
  })
  const oldPassword = useFormField(control, 'oldPassword')
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <FormBanner message={message} />
      <p className="text-13 text-muted">{t('profile.password_lead')}</p>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={props.email} readOnly hidden />
      <PasswordField
        {...oldPassword}
        label={t('profile.old_password')}
        name="password"
        autoComplete="current-password"
      />
      <NewPasswordFields
        label={t('profile.new_password')}
        password={useFormField(control, 'password', ['repeatPassword'])}
        repeatPassword={useFormField(control, 'repeatPassword')}
        personalWords={props.personalWords}
      />
      <div>
        <Button type="submit" tone="primary" isPending={isPending}>
          {t('profile.change_password')}
        </Button>
      </div>
    </form>
  )
}

/** An embedded platform has a call of its own (spec: funding 7). */
function changePassword(body: NewPassword) {
  if (!isPlatformEmbedded()) return performCall(profileCalls.changePassword, { body })
  const { oldPassword, password: newPassword, repeatPassword: newPasswordConfirm } = body
  return performCall(profileCalls.changePlatformPassword, { body: { oldPassword, newPassword, newPasswordConfirm } })
}

/** Returns the server's message, else `messages.500` (spec: account 8). */
function toFailureText(error: unknown): string {
  return error instanceof ApiError && error.message !== '' ? error.message : translate('messages.500')
}
