import { useNavigate } from '@tanstack/react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toInvoice } from '@tradefront/contract/domain/crypto'
import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import { useState } from 'react'

import { ApiError } from '../../platform/api/api-error.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { useTaskMutation } from '../../platform/api/use-call-mutation.ts'
import { syncServerClock } from '../../platform/clock.ts'
import { translateExplained } from '../../platform/i18n/explanations.ts'
import { showToast } from '../../platform/toasts.ts'
import { paths } from '../../routes/paths.ts'
import type { AmountForm } from '../deposits/amount/use-amount.ts'
import { isResponseError } from '../deposits/card-call-error.ts'
import { cacheInvoice, createCalls, invoicesKey, ratesQuery } from './api.ts'
import { useCoinEstimate } from './use-coin-estimate.ts'

/** Makes an invoice and opens it. A repeated request gets the same one while nothing has arrived for it. */
export function useInvoiceForm(coin: InvoiceCoin, amountForm: AmountForm) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { request } = amountForm.amount
  const { currency } = amountForm.terms
  const [problem, setProblem] = useState<string | null>(null)
  const { mutateAsync: createInvoice, isPending } = useTaskMutation(
    async () => {
      if (request === null) return
      setProblem(null)
      try {
        await amountForm.confirmCode()
        const { invoice } = await performCall(createCalls[coin], { body: { ...request, currency } })
        if (invoice === undefined) return setProblem(toErrorText(null))
        syncServerClock(invoice.now)
        cacheInvoice(queryClient, toInvoice(invoice))
        void queryClient.invalidateQueries({ queryKey: invoicesKey })
        await navigate({ to: paths.invoice(coin, invoice.guid) })
      } catch (error) {
        // Spec: account 8. What the trader can change, e.g. the amount, is only said beside the button.
        if (isResponseError(error) || isOurFailure(error))
          showToast({ tone: 'danger', text: translateExplained('wallets.some_errors'), id: 'invoices-some-errors' })
        setProblem(toErrorText(error))
        void queryClient.invalidateQueries({ queryKey: invoicesKey })
        void queryClient.invalidateQueries({ queryKey: ratesQuery.queryKey })
      }
    },
    { onError: () => undefined },
  )
  const { data } = useQuery(ratesQuery)
  const estimate = useCoinEstimate(request?.amount ?? null, currency, coin)
  return {
    createInvoice,
    isPending,
    problem,
    /** True if the coins have no value. */
    isTest: data?.test.includes(coin) === true,
    estimate,
  }
}

/** Returns true without a rate, or without an answer of the node: the trader cannot change that. */
function isOurFailure(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'crypto.rates_stale' || error.code === 'crypto.unavailable')
}
