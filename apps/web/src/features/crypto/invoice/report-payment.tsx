import { useQueryClient } from '@tanstack/react-query'
import type { Invoice } from '@tradefront/contract/domain/crypto'
import { maxClaimNoteChars, walletsCalls } from '@tradefront/contract/wallets'
import { useState } from 'react'

import { performCall } from '../../../platform/api/perform-call.ts'
import { useUser } from '../../../platform/current-user.ts'
import { FormBanner } from '../../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../../platform/forms/use-form-field.ts'
import { translateExplained } from '../../../platform/i18n/explanations.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { showToast } from '../../../platform/toasts.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { overviewKey } from '../../deposits/api.ts'
import { isResponseError } from '../../deposits/card-call-error.ts'

/** The nonce of a report has 64 characters, with the id of the invoice. A transaction that is reported again is the same report. */
const maxNonceEnd = 27

/** Report of bitcoin that was sent to an address which is no longer watched: an operator looks for it. */
export function ReportPayment({ invoice }: { readonly invoice: Invoice }) {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const { email } = useUser()
  const { guid, amount, currency } = invoice
  const [reported, setReported] = useState<{ readonly hash: string; readonly isDecided: boolean } | null>(null)
  const { control, message, isPending, onSubmit, reset } = useContractForm(walletsCalls.reportPayment, {
    defaults: { bitcoin: '' },
    fields: { bitcoin: { error: 'errors.field_invalid' } },
    toBody: (values) => {
      const bitcoin = values.bitcoin.trim()
      return { email, amount, currency, random: `${guid}:${bitcoin.slice(-maxNonceEnd)}`, bonus: 0, fixed: 1, bitcoin }
    },
    check: ({ bitcoin }) => (bitcoin.trim() === '' ? { bitcoin: 'errors.field_required' } : {}),
    send: (body) => performCall(walletsCalls.reportPayment, { params: { method: 'bitcoin' }, body }),
    onSuccess: async ({ deposit }, _form, { bitcoin = '' }) => {
      await queryClient.invalidateQueries({ queryKey: overviewKey })
      // The reply is an earlier report of the same payment, about which an operator has decided.
      const isDecided = deposit?.state === 'succeeded' || deposit?.state === 'failed'
      setReported({ hash: bitcoin, isDecided })
    },
    onError: (error) => {
      // Spec: account 8.
      if (isResponseError(error))
        showToast({ tone: 'danger', text: translateExplained('wallets.some_errors'), id: 'invoices-some-errors' })
    },
  })
  const transaction = useFormField(control, 'bitcoin')
  if (reported !== null) {
    const startAnother = (): void => {
      reset()
      setReported(null)
    }
    return (
      <Banner tone="info" action={<Button onPress={startAnother}>{t('invoices.report_another')}</Button>}>
        {t(reported.isDecided ? 'invoices.reported_before' : 'invoices.reported', { hash: reported.hash })}
      </Banner>
    )
  }
  return (
    <form noValidate className="flex flex-wrap items-start gap-3" onSubmit={onSubmit}>
      <FormBanner message={message} className="basis-full" />
      <TextField
        {...transaction}
        label={t('invoices.report_label')}
        help={t('invoices.report_help')}
        name="transaction"
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        maxLength={maxClaimNoteChars}
        className="min-w-0 flex-1 basis-56"
      />
      <Button type="submit" isPending={isPending} className="sm:mt-7">
        {t('invoices.report')}
      </Button>
    </form>
  )
}
