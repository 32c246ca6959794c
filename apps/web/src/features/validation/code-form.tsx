import { validationCalls } from '@tradefront/contract/validation'

import { ApiError } from '../../platform/api/api-error.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { request } from '../../platform/api/request.ts'
import { patchUser, refreshUser, useUser } from '../../platform/current-user.ts'
import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { translateExplained } from '../../platform/i18n/explanations.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

const maxLength = 40

/** Tries a code, and shows at once how many attempts are left. */
async function tryCode(body: { readonly value: string }): Promise<void> {
  const reply = await request(validationCalls.tryStatementCode, { body })
  patchUser({ statementCodeAttemptsLeft: reply.attemps })
  if (!reply.return) throw new ApiError('refused', 200, reply.error ?? '', reply.message ?? '')
}

export function CodeForm({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const t = useTranslate()
  const { statementCodeAttemptsLeft: left } = useUser()
  const { control, message, isPending, onSubmit } = useContractForm(validationCalls.tryStatementCode, {
    defaults: { value: '' },
    fields: { value: { error: 'validation.code_empty' } },
    send: tryCode,
    onSuccess: () => {
      // Spec: account 4.
      patchUser({ isStatementCodeRequired: false, isStatementCodeConfirmed: true })
      showToast({ tone: 'success', text: t('validation.success') })
      onConfirmed()
    },
    onError: (error, form) => {
      // The attempt is counted, also if its reply was lost.
      void refreshUser()
      if (error.kind !== 'refused') return false
      form.setError('value', { type: 'server', message: toErrorText(error) })
      form.setFocus('value', { shouldSelect: true })
      return true
    },
    toMessage: () => translateExplained('validation.failed'),
  })
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <FormBanner message={message} />
      <TextField
        {...useFormField(control, 'value')}
        className="max-w-96"
        name="statement-code"
        label={t('validation.code')}
        labelAside={<span className="tabular text-13 text-muted">{t('validation.left', { count: left })}</span>}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        dir="ltr"
        isTabular
      />
      <div>
        <Button type="submit" tone="primary" isPending={isPending}>
          {t('validation.submit')}
        </Button>
      </div>
    </form>
  )
}
