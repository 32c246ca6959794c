import { validationCalls } from '@tradefront/contract/validation'
import { type SubmitEvent, useRef, useState } from 'react'

import { ApiError } from '../../platform/api/api-error.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { request } from '../../platform/api/request.ts'
import { useTaskMutation } from '../../platform/api/use-call-mutation.ts'
import { patchUser, refreshUser, useUser } from '../../platform/current-user.ts'
import { translateExplained } from '../../platform/i18n/explanations.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

const maxLength = 40

/** Shows at once how many attempts are left. */
async function tryCode(value: string): Promise<void> {
  const reply = await request(validationCalls.tryStatementCode, { body: { value } })
  patchUser({ statementCodeAttemptsLeft: reply.attemps })
  if (!reply.return) throw new ApiError('refused', 200, reply.error ?? '', reply.message ?? '')
}

export function CodeForm({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const t = useTranslate()
  const { statementCodeAttemptsLeft: left } = useUser()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [failures, setFailures] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const showError = (text: string): void => {
    setError(text)
    field.current?.focus()
    field.current?.select()
  }
  const check = useTaskMutation(tryCode, {
    onSuccess: () => {
      // Spec: account 4.
      patchUser({ isStatementCodeRequired: false, isStatementCodeConfirmed: true })
      showToast({ tone: 'success', text: t('validation.success') })
      onConfirmed()
    },
    onError: (failure) => {
      if (failure instanceof ApiError && failure.kind === 'refused') showError(toErrorText(failure))
      else setFailures((count) => count + 1)
      // The attempt is counted, also if its reply was lost.
      void refreshUser()
    },
  })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (check.isPending) return
    setFailures(0)
    if (code.trim() === '') showError(t('validation.code_empty'))
    else check.mutate(code.trim())
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {failures > 0 && (
        <Banner key={failures} tone="danger" isUrgent>
          {translateExplained('validation.failed')}
        </Banner>
      )}
      <TextField
        className="max-w-96"
        name="statement-code"
        label={t('validation.code')}
        labelAside={<span className="tabular text-13 text-muted">{t('validation.left', { count: left })}</span>}
        error={error ?? undefined}
        value={code}
        onChange={(next) => {
          setCode(next)
          setError(null)
        }}
        inputRef={field}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        dir="ltr"
        isTabular
      />
      <div>
        <Button type="submit" tone="primary" isPending={check.isPending}>
          {t('validation.submit')}
        </Button>
      </div>
    </form>
  )
}
