import { useRef, useState, type ReactNode, type SubmitEvent } from 'react'

import { authCalls } from '@tradefront/contract/auth'

import { toErrorText } from '../../platform/api/error-text.ts'
import { request } from '../../platform/api/request.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

/** Asks for a link to set a new password. What it says afterwards is the same for every address. */
export function ForgotPasswordForm({ back }: { readonly back: ReactNode }) {
  const t = useTranslate()
  const [email, setEmail] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [confirmation, setConfirmation] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const isValid = authCalls.requestPasswordReset.body.safeParse({ email: email.trim() }).success

  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isPending) return
    setSubmitted(true)
    if (!isValid) return input.current?.focus()
    setPending(true)
    setFailure(null)
    request(authCalls.requestPasswordReset, { body: { email: email.trim() } })
      .then(
        ({ message }) => setConfirmation(message ?? t('auth.forget_sent')),
        (error: unknown) => setFailure(toErrorText(error)),
      )
      .finally(() => setPending(false))
  }

  if (confirmation !== null) {
    return (
      <div className="flex flex-col gap-6">
        <Banner tone="good" title={t('auth.forgot_sent_title')} ref={focusOnMount}>
          {confirmation}
        </Banner>
        <p className="text-muted">{t('auth.forgot_spam')}</p>
        <div className="flex flex-wrap gap-2">
          {back}
          <Button tone="plain" onPress={() => setConfirmation(null)}>
            {t('auth.forgot_other')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {failure !== null && (
        <Banner tone="bad" isUrgent>
          {failure}
        </Banner>
      )}
      <TextField
        label={t('auth.email')}
        value={email}
        onChange={setEmail}
        error={isSubmitted && !isValid ? t('auth.email_invalid') : undefined}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        inputRef={input}
      />
      <Button type="submit" tone="primary" size="lg" wide isPending={isPending} className="mt-2">
        {t('auth.forgot_send')}
      </Button>
      {back}
    </form>
  )
}

/** The form that had the focus is gone. */
function focusOnMount(element: HTMLDivElement | null): void {
  if (element === null) return
  element.tabIndex = -1
  element.focus()
}
