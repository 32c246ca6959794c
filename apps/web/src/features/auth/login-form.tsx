import { loginCalls } from '@tradefront/contract/login'
import { useLayoutEffect, useRef } from 'react'

import { toErrorText } from '../../platform/api/error-text.ts'
import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { useTypedEarly } from '../../platform/forms/use-typed-early.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { parseReturnTarget, paths } from '../../routes/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useIsHydrated } from '../../ui/hooks/use-is-hydrated.ts'
import { logIn } from './api.ts'
import { PasswordField } from './password-field.tsx'

export function LoginForm() {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { control, message, isPending, onSubmit, setValue, setFocus } = useContractForm(loginCalls.platformLogin, {
    defaults: { login: '', password: '' },
    fields: { login: { error: 'auth.email_empty' }, password: { error: 'auth.password_empty' } },
    toBody: ({ login, password }) => ({ login: login.trim(), password }),
    send: ({ login, password }) => logIn(login, password),
    onSuccess: () => location.assign(paths.trading(lang, parseReturnTarget(location.hash))),
    onError: (error, form) => {
      form.showMessage('danger', toErrorText(error, 'auth.login_error'))
      form.setValue('password', '')
      form.setFocus('password')
      return true
    },
  })
  const form = useRef<HTMLFormElement>(null)
  const email = useFormField(control, 'login')
  const password = useFormField(control, 'password')

  useTypedEarly(form, setValue, { login: 'email', password: 'password' })
  useLayoutEffect(() => {
    // The focus would open a phone's keyboard, which would cover the page before it is read.
    if (isFocusFree() && matchMedia('(hover: hover) and (pointer: fine)').matches) setFocus('login')
  }, [setFocus])

  // Before hydration, the browser would put the password into the address.
  const isHydrated = useIsHydrated()
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <FormBanner message={message} className="animate-shake" />
      <TextField
        {...email}
        label={t('auth.email')}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <PasswordField {...password} label={t('auth.password')} autoComplete="current-password" />
      {/* The link comes after the password, so that Tab leads from the e-mail to that. */}
      <div className="-mt-2 flex">
        <a
          href={paths.forgot(lang)}
          className="flex items-center text-13 text-accent-ink hover:underline pointer-coarse:min-h-11"
        >
          {t('auth.forgot')}
        </a>
      </div>
      <Button type={isHydrated ? 'submit' : 'button'} tone="primary" size="lg" isWide isPending={isPending}>
        {t('auth.log_in')}
      </Button>
    </form>
  )
}

function isFocusFree(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body
}
