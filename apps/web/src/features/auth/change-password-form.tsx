import { profileCalls } from '@tradefront/contract/profile'
import { useRef, useState, type SubmitEvent } from 'react'

import { ApiError } from '../../platform/api/api-error.ts'
import { request } from '../../platform/api/request.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { validateNewPassword } from './validate-new-password.ts'
import { PasswordField } from './password-field.tsx'

type FormMessage = { readonly tone: 'good' | 'bad'; readonly text: string }

/** Changes the password with the present one. `own`: words of the trader's that make no good password. */
export function ChangePasswordForm(props: {
  readonly email: string
  readonly personalWords: readonly string[]
  readonly onChanged: () => void
}) {
  const t = useTranslate()
  const [old, setOld] = useState('')
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const [isPending, setPending] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const [formMessage, setFormMessage] = useState<FormMessage | null>(null)
  const [oldInput, first, second] = [
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
  ]
  const errors = validateNewPassword(password, repeated)
  const oldError = isWrong
    ? t('auth.old_password_wrong')
    : isSubmitted && old === ''
      ? t('auth.password_empty')
      : undefined

  const handleChanged = (): void => {
    setOld('')
    setPassword('')
    setRepeated('')
    setSubmitted(false)
    setFormMessage({ tone: 'good', text: t('profile.password_changed') })
    props.onChanged()
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isPending) return
    setSubmitted(true)
    setFormMessage(null)
    if (old === '') return oldInput.current?.focus()
    if (errors.password) return first.current?.focus()
    if (errors.repeated) return second.current?.focus()
    setPending(true)
    request(profileCalls.changePassword, { body: { oldPassword: old, password, repeatPassword: repeated } })
      .then(
        (reply) => {
          if (reply.return) return handleChanged()
          if (reply.error === 'auth.old_password_wrong') {
            setWrong(true)
            oldInput.current?.focus()
          } else setFormMessage({ tone: 'bad', text: reply.message ?? t('messages.500') })
        },
        (error: unknown) => setFormMessage({ tone: 'bad', text: toFailureText(error, t('messages.500')) }),
      )
      .finally(() => setPending(false))
  }

  return (
    <form noValidate onSubmit={submit} className="flex max-w-md flex-col gap-4">
      {formMessage !== null && (
        <Banner tone={formMessage.tone} isUrgent={formMessage.tone === 'bad'}>
          {formMessage.text}
        </Banner>
      )}
      {/* For password managers: whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={props.email} readOnly hidden />
      <PasswordField
        label={t('profile.old_password')}
        value={old}
        onChange={(value) => {
          setWrong(false)
          setOld(value)
        }}
        error={oldError}
        name="password"
        autoComplete="current-password"
        inputRef={oldInput}
      />
      <NewPasswordFields
        label={t('profile.new_password')}
        password={password}
        repeated={repeated}
        onPassword={setPassword}
        onRepeated={setRepeated}
        errors={isSubmitted ? errors : {}}
        passwordRef={first}
        repeatedRef={second}
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

/** The server's own words, else `messages.500` (spec: account 8). */
function toFailureText(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : otherwise
}
