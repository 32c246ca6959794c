import { useNavigate } from '@tanstack/react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toInvoice } from '@tradefront/contract/domain/crypto'
import { convertToCoin, formatCoinAmount, type InvoiceCoin } from '@tradefront/rules/crypto/coins'
import { toMinor } from '@tradefront/rules/ledger/money'
import { useState } from 'react'

import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { useTaskMutation } from '../../platform/api/use-call-mutation.ts'
import { syncServerClock } from '../../platform/clock.ts'
import { translateExplained } from '../../platform/i18n/explanations.ts'
import { showToast } from '../../platform/toasts.ts'
import { paths } from '../../routes/paths.ts'
import { useAmount } from '../deposits/amount/use-amount.ts'
import { isResponseError } from '../deposits/card-call-error.ts'
import { cacheInvoice, createCalls, invoicesKey, ratesQuery } from './api.ts'

/** Makes an invoice and opens it. A repeated request gets the same one while nothing has arrived for it. */
export function useInvoiceForm(coin: InvoiceCoin) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useAmount()
  const { request } = form.amount
  const { currency } = form.terms
  const [problem, setProblem] = useState<string | null>(null)
  const { mutateAsync: createInvoice, isPending } = useTaskMutation(
    async () => {
      if (request === null) return
      setProblem(null)
      try {
        const { invoice } = await performCall(createCalls[coin], { body: { ...request, currency } })
        if (invoice === undefined) return setProblem(toErrorText(null))
        syncServerClock(invoice.now)
        cacheInvoice(queryClient, toInvoice(invoice))
        void queryClient.invalidateQueries({ queryKey: invoicesKey })
        await navigate({ to: paths.invoice(coin, invoice.guid) })
      } catch (error) {
        // Spec: account 8.
        if (isResponseError(error))
          showToast({ tone: 'danger', text: translateExplained('wallets.some_errors'), id: 'invoices-some-errors' })
        setProblem(toErrorText(error))
        void queryClient.invalidateQueries({ queryKey: invoicesKey })
        void queryClient.invalidateQueries({ queryKey: ratesQuery.queryKey })
      }
    },
    { onError: () => undefined },
  )
  const usd = useQuery(ratesQuery).data?.rates[coin]
  return {
    ...form,
    createInvoice,
    isPending,
    problem,
    estimate: estimateCoins(request?.amount ?? null, usd, currency, coin),
  }
}

/** At the latest rate, as the server will calculate it. Null without a rate. */
function estimateCoins(amount: number | null, usd: number | undefined, currency: string, coin: InvoiceCoin) {
  if (amount === null || usd === undefined) return null
  const { rates } = getBootstrap()
  const rate = usd * (Object.entries(rates).find(([name]) => name === currency)?.[1] ?? 1)
  const coinAmount = formatCoinAmount(
    convertToCoin(toMinor(amount, currency), BigInt(Math.round(rate * 100)), coin),
    coin,
  )
  return { coinAmount, rate }
}
