import { authCalls } from '@tradefront/contract/auth'
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'

import { toErrorText } from '../../platform/api/error-text.ts'
import { request } from '../../platform/api/request.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { validateNewPassword } from './validate-new-password.ts'

type State = 'checking' | 'good' | 'void'

/** Sets a new password with a mailed link. `again` is the way to ask for another one. */
export function ResetPasswordForm(props: {
  readonly token: string
  readonly again: ReactNode
  readonly onDone: () => void
}) {
  const t = useTranslate()
  const { token } = props
  const [state, setState] = useState<State>(() =>
    authCalls.checkResetToken.body.safeParse({ token }).success ? 'checking' : 'void',
  )
  useEffect(() => {
    if (state !== 'checking') return
    // Without an answer the form is tried: what is typed there is checked again.
    request(authCalls.checkResetToken, { body: { token } }).then(
      (reply) => setState(reply.return ? 'good' : 'void'),
      () => setState('good'),
    )
  }, [state, token])

  if (state === 'checking') return <Skeleton className="h-56" label={t('shell.loading')} />
  if (state === 'void') {
    return (
      <div className="flex flex-col items-start gap-4">
        <Banner tone="warn" title={t('auth.reset_void_title')} isUrgent>
          {t('auth.reset_void')}
        </Banner>
        {props.again}
      </div>
    )
  }
  return <NewPasswordForm token={token} onVoid={() => setState('void')} onDone={props.onDone} />
}

function NewPasswordForm(props: { readonly token: string; readonly onVoid: () => void; readonly onDone: () => void }) {
  const t = useTranslate()
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const errors = validateNewPassword(password, repeated)

  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isPending) return
    setSubmitted(true)
    if (errors.password) return first.current?.focus()
    if (errors.repeated) return second.current?.focus()
    setPending(true)
    setFailure(null)
    request(authCalls.resetPassword, { body: { token: props.token, password, repeatPassword: repeated } }).then(
      (reply) => {
        if (reply.return) return props.onDone()
        setPending(false)
        if (reply.error === 'auth.reset_void') props.onVoid()
        else setFailure(reply.message ?? t('messages.500'))
      },
      (error: unknown) => {
        setPending(false)
        setFailure(toErrorText(error))
      },
    )
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {failure !== null && (
        <Banner tone="bad" isUrgent>
          {failure}
        </Banner>
      )}
      <NewPasswordFields
        label={t('auth.password')}
        password={password}
        repeated={repeated}
        onPassword={setPassword}
        onRepeated={setRepeated}
        errors={isSubmitted ? errors : {}}
        passwordRef={first}
        repeatedRef={second}
      />
      <Button type="submit" tone="primary" size="lg" wide isPending={isPending} className="mt-2">
        {t('auth.reset_save')}
      </Button>
    </form>
  )
}
