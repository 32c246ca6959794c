import { useQueryClient } from '@tanstack/react-query'
import { maxAccountChars, withdrawalCalls } from '@tradefront/contract/withdrawal'
import { findAccountProblem, normalizeAccount } from '@tradefront/rules/withdrawal/destination-account'
import type { WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'

import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { PasswordField } from '../auth/password-field.tsx'
import { methodsQuery } from './api.ts'

type AccountFormProps = {
  readonly method: Exclude<WithdrawalMethod, 'card'>
  readonly isChange: boolean
  readonly onAdded: () => void
  /** Null: there is nothing to go back to. */
  readonly onCancel: (() => void) | null
}

export function AccountForm({ method, isChange, onAdded, onCancel }: AccountFormProps) {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const name = t(`withdrawal.method_${method}`)
  const { control, message, isPending, onSubmit } = useContractForm(withdrawalCalls.addDestination, {
    defaults: { account: '', password: '' },
    fields: {
      account: {
        error: `withdrawal.account_${method}`,
        aliases: ['withdrawal.account_is_card', `withdrawal.account_${method}`],
      },
      password: { error: 'withdrawal.password_needed', aliases: ['auth.old_password_wrong'] },
    },
    toBody: ({ account, password }) => ({ method, account: account.trim(), password }),
    check: ({ account, password }) => {
      const problem = findAccountProblem(method, normalizeAccount(method, account))
      return {
        ...(problem !== null && { account: problem }),
        ...(password === '' && { password: 'withdrawal.password_needed' as const }),
      }
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries(methodsQuery)
      onAdded()
    },
  })
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <p className="text-muted">{t(isChange ? 'withdrawal.change_text' : 'withdrawal.add_text')}</p>
      <FormBanner message={message} />
      <TextField
        {...useFormField(control, 'account')}
        label={t(getAccountLabel(method), { method: name })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxAccountChars}
        dir="ltr"
        isRequired
      />
      <PasswordField
        {...useFormField(control, 'password')}
        className="max-w-96"
        label={t('withdrawal.password')}
        autoComplete="current-password"
        isRequired
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" isPending={isPending}>
          {t('withdrawal.send_code')}
        </Button>
        {onCancel !== null && <Button onPress={onCancel}>{t('withdrawal.keep')}</Button>}
      </div>
    </form>
  )
}

function getAccountLabel(method: AccountFormProps['method']) {
  if (method === 'bank') return 'withdrawal.label_iban'
  if (method === 'bitcoin' || method === 'eth') return 'withdrawal.label_address'
  if (method === 'skrill' || method === 'neteller' || method === 'paypal') return 'withdrawal.label_email'
  return 'withdrawal.label_account'
}
