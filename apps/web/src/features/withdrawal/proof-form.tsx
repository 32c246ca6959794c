import { type DestinationView, withdrawalCalls } from '@tradefront/contract/withdrawal'
import { useQueryClient } from '@tanstack/react-query'

import { useUser } from '../../platform/current-user.ts'
import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { methodsQuery } from './api.ts'

/** Form for the code that was mailed when the account was added. */
export function ProofForm(props: { readonly destination: DestinationView; readonly onAgain: () => void }) {
  const t = useTranslate()
  const { email } = useUser()
  const queryClient = useQueryClient()
  const { id, triesLeft } = props.destination
  const reload = () => queryClient.invalidateQueries(methodsQuery)
  const { control, message, isPending, onSubmit } = useContractForm(withdrawalCalls.proveDestination, {
    defaults: { code: '' },
    fields: { code: { error: 'withdrawal.code_empty' } },
    toBody: ({ code }) => ({ id, code }),
    onSuccess: reload,
    // A wrong code has used up a try.
    onError: () => void reload(),
  })
  const code = useFormField(control, 'code')
  if (triesLeft === 0) {
    return (
      <Banner tone="danger" action={<Button onPress={props.onAgain}>{t('withdrawal.add_again')}</Button>}>
        {t('withdrawal.code_over')}
      </Banner>
    )
  }
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <p className="text-muted">{t('withdrawal.code_sent', { email })}</p>
      <FormBanner message={message} />
      <TextField
        {...code}
        className="max-w-64"
        label={t('withdrawal.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        dir="ltr"
        isTabular
        isRequired
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" isPending={isPending}>
          {t('withdrawal.prove')}
        </Button>
        <Button tone="plain" onPress={props.onAgain}>
          {t('withdrawal.add_again')}
        </Button>
      </div>
    </form>
  )
}
