import { useQueryClient } from '@tanstack/react-query'
import type { Invoice } from '@tradefront/contract/domain/crypto'
import { walletsCalls } from '@tradefront/contract/wallets'
import { useState } from 'react'

import { toErrorText } from '../../../platform/api/error-text.ts'
import { useCallMutation } from '../../../platform/api/use-call-mutation.ts'
import { useUser } from '../../../platform/current-user.ts'
import { translateExplained } from '../../../platform/i18n/explanations.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { showToast } from '../../../platform/toasts.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { overviewKey } from '../../deposits/api.ts'
import { isResponseError } from '../../deposits/card-call-error.ts'

const maxLength = 100
/** The nonce of a report has 64 characters, with the id of the invoice. A transaction that is reported again is the same report. */
const maxNonceEnd = 27

/** For bitcoin that was sent to an address which is no longer watched: an operator looks for it. */
export function ReportPayment({ invoice }: { readonly invoice: Invoice }) {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const { email } = useUser()
  const { guid, amount, currency } = invoice
  const [hash, setHash] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const report = useCallMutation(walletsCalls.reportPayment, {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: overviewKey }),
    onError: (error) => {
      // Spec: account 8.
      if (isResponseError(error))
        showToast({ tone: 'danger', text: translateExplained('wallets.some_errors'), id: 'invoices-some-errors' })
      setProblem(toErrorText(error))
    },
  })
  const startAnother = (): void => {
    setHash('')
    report.reset()
  }
  if (report.isSuccess) {
    const reported = report.variables.body.bitcoin ?? ''
    // The same report as an earlier one, about which an operator has decided.
    const isDecided = report.data.deposit?.state === 'succeeded' || report.data.deposit?.state === 'failed'
    return (
      <Banner tone="info" action={<Button onPress={startAnother}>{t('invoices.report_another')}</Button>}>
        {t(isDecided ? 'invoices.reported_before' : 'invoices.reported', { hash: reported })}
      </Banner>
    )
  }
  const submit = (): void => {
    const bitcoin = hash.trim()
    if (bitcoin === '') return setProblem(t('errors.field_required'))
    setProblem(null)
    const random = `${guid}:${bitcoin.slice(-maxNonceEnd)}`
    const body = { email, amount, currency, random, bonus: 0, fixed: 1, bitcoin } as const
    report.mutate({ params: { method: 'bitcoin' }, body })
  }
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        label={t('invoices.report_label')}
        help={t('invoices.report_help')}
        error={problem ?? undefined}
        value={hash}
        onChange={setHash}
        name="transaction"
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        maxLength={maxLength}
        className="min-w-0 flex-1 basis-56"
      />
      <Button type="submit" isPending={report.isPending} className="sm:mt-7">
        {t('invoices.report')}
      </Button>
    </form>
  )
}
