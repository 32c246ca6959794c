import { profileCalls } from '@tradefront/contract/profile'
import { useRef, useState, type SubmitEvent } from 'react'

import { ApiError } from '../../platform/api/api-error.ts'
import { request } from '../../platform/api/request.ts'
import { useTexts } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { newPasswordErrors } from './validate-new-password.ts'
import { PasswordField } from './password-field.tsx'

type Said = { readonly tone: 'good' | 'bad'; readonly text: string }

/** Changes the password with the present one. `own`: words of the trader's that make no good password. */
export function PasswordForm(props: {
  readonly email: string
  readonly own: readonly string[]
  readonly onChanged: () => void
}) {
  const t = useTexts()
  const [old, setOld] = useState('')
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isTried, setTried] = useState(false)
  const [isPending, setPending] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)
  const [oldInput, first, second] = [
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
  ]
  const errors = newPasswordErrors(password, repeated)
  const oldError = isWrong ? t('auth.old_password_wrong') : isTried && old === '' ? t('auth.password_empty') : undefined

  const changed = (): void => {
    setOld('')
    setPassword('')
    setRepeated('')
    setTried(false)
    setSaid({ tone: 'good', text: t('profile.password_changed') })
    props.onChanged()
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isPending) return
    setTried(true)
    setSaid(null)
    if (old === '') return oldInput.current?.focus()
    if (errors.password) return first.current?.focus()
    if (errors.repeated) return second.current?.focus()
    setPending(true)
    request(profileCalls.security, { body: { oldPassword: old, password, repeatPassword: repeated } })
      .then(
        (reply) => {
          if (reply.return) return changed()
          if (reply.error === 'auth.old_password_wrong') {
            setWrong(true)
            oldInput.current?.focus()
          } else setSaid({ tone: 'bad', text: reply.message ?? t('messages.500') })
        },
        (error: unknown) => setSaid({ tone: 'bad', text: failureText(error, t('messages.500')) }),
      )
      .finally(() => setPending(false))
  }

  return (
    <form noValidate onSubmit={submit} className="flex max-w-md flex-col gap-4">
      {said !== null && (
        <Banner tone={said.tone} isUrgent={said.tone === 'bad'}>
          {said.text}
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
        errors={isTried ? errors : {}}
        passwordRef={first}
        repeatedRef={second}
        own={props.own}
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
function failureText(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.message !== '' ? error.message : otherwise
}
