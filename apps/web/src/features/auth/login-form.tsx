import { useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode, type SubmitEvent } from 'react'

import { toErrorText } from '../../platform/api/error-text.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { logIn } from './api.ts'
import { PasswordField } from './password-field.tsx'

type Failure = { readonly count: number; readonly text: string }

/** E-mail and password; `forgot` is the way for who has none. A no shakes the form and says why; the password alone is cleared. */
export function LoginForm({ onDone, forgot }: { readonly onDone: () => void; readonly forgot: ReactNode }) {
  const t = useTranslate()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  // The form is there before its script: what was typed or filled in meanwhile counts.
  useLayoutEffect(() => {
    setEmail((now) => now || (emailInput.current?.value ?? ''))
    setPassword((now) => now || (passwordInput.current?.value ?? ''))
  }, [])

  // Drawn ahead of time it must not be sent by the browser itself: that would put the password in the address.
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )

  const showFailure = (text: string): void => {
    setFailure((before) => ({ count: (before?.count ?? 0) + 1, text }))
    setPassword('')
    setSubmitted(false)
    setPending(false)
    passwordInput.current?.focus()
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isPending) return
    setSubmitted(true)
    if (email.trim() === '') return emailInput.current?.focus()
    if (password === '') return passwordInput.current?.focus()
    setPending(true)
    logIn(email.trim(), password).then(
      (message) => (message === null ? onDone() : showFailure(message)),
      (error: unknown) => showFailure(toErrorText(error)),
    )
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {failure !== null && (
        <Banner key={failure.count} tone="bad" isUrgent className="animate-shake">
          {failure.text}
        </Banner>
      )}
      <TextField
        label={t('auth.email')}
        value={email}
        onChange={setEmail}
        error={isSubmitted && email.trim() === '' ? t('auth.email_empty') : undefined}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        inputRef={emailInput}
      />
      <PasswordField
        label={t('auth.password')}
        value={password}
        onChange={setPassword}
        error={isSubmitted && !isPending && password === '' ? t('auth.password_empty') : undefined}
        name="password"
        autoComplete="current-password"
        inputRef={passwordInput}
      />
      {/* After the field: Tab leads from the e-mail to the password. */}
      <div className="-mt-2 flex">{forgot}</div>
      <Button type={isHydrated ? 'submit' : 'button'} tone="primary" size="lg" wide isPending={isPending}>
        {t('auth.log_in')}
      </Button>
    </form>
  )
}

function subscribeToNothing(): () => void {
  return () => undefined
}
