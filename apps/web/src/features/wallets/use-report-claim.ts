import { type Deposit, toDeposit } from '@tradefront/contract/domain/deposits'
import type { PaymentRequest } from '@tradefront/contract/deposits'
import { walletsCalls } from '@tradefront/contract/wallets'
import type { ClaimMethod } from '@tradefront/rules/deposits/claims'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { toErrorText } from '../../platform/api/error-text.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { useTaskMutation } from '../../platform/api/use-call-mutation.ts'
import { useUser } from '../../platform/current-user.ts'
import { createIdempotencyKey } from '../cards/payment/payment-record.ts'
import { overviewKey } from '../deposits/api.ts'
import { isResponseError } from '../deposits/card-call-error.ts'
import { showSomeErrors } from './use-wallet-form.ts'

type Report = PaymentRequest & { readonly note: string }

/** Repeats a report with the same nonce until it has arrived, so that it is one claim. */
export function useReportClaim(
  method: ClaimMethod,
  confirmCode: () => Promise<void>,
  onReported: (deposit: Deposit) => void,
) {
  const { email, currency } = useUser()
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const sent = useRef<{ readonly random: string; readonly content: string } | null>(null)
  const { mutateAsync: report, isPending } = useTaskMutation(
    async ({ note, ...payment }: Report) => {
      setProblem(null)
      const content = JSON.stringify([method, note, payment])
      if (sent.current?.content !== content) sent.current = { random: createIdempotencyKey(), content }
      const { random } = sent.current
      const body = { ...payment, email, currency, random, ...(note !== '' && { bitcoin: note }) }
      try {
        await confirmCode()
        const { deposit } = await performCall(walletsCalls.reportPayment, { params: { method }, body })
        sent.current = null
        void queryClient.invalidateQueries({ queryKey: overviewKey })
        if (deposit != null) onReported(toDeposit(deposit))
      } catch (error) {
        if (isResponseError(error)) showSomeErrors()
        setProblem(toErrorText(error))
      }
    },
    { onError: () => undefined },
  )
  return { report, isPending, problem }
}
