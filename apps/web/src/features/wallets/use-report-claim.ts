import type { PaymentRequest } from '@tradefront/contract/deposits'
import { type Deposit, toDeposit } from '@tradefront/contract/domain/deposits'
import { walletsCalls } from '@tradefront/contract/wallets'
import { type ClaimMethod, findTransactionId } from '@tradefront/rules/deposits/claims'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import * as z from 'zod/mini'

import { performCall } from '../../platform/api/perform-call.ts'
import { useUser } from '../../platform/current-user.ts'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { createIdempotencyKey } from '../cards/payment/payment-record.ts'
import { overviewKey } from '../deposits/api.ts'
import { isResponseError } from '../deposits/card-call-error.ts'
import { showSomeErrors } from './use-wallet-form.ts'

const { reportPayment } = walletsCalls
/** The body without the payment, which another form has, and without the nonce. */
const reportTransaction = { ...reportPayment, body: z.pick(reportPayment.body, { bitcoin: true }) }

/** Repeats a report with the same nonce until it has arrived, so that it is only one claim. */
export function useReportClaim(
  method: ClaimMethod,
  /** Null while no amount is entered: nothing can be reported. */
  payment: PaymentRequest | null,
  confirmCode: () => Promise<void>,
  onReported: (deposit: Deposit) => void,
) {
  const { email, currency } = useUser()
  const queryClient = useQueryClient()
  const sent = useRef<{ readonly random: string; readonly content: string } | null>(null)
  const isLitecoin = method === 'litecoin'
  return useContractForm(reportTransaction, {
    defaults: { bitcoin: '' },
    fields: { bitcoin: { error: 'errors.field_invalid' } },
    check: ({ bitcoin }) =>
      isLitecoin && findTransactionId(bitcoin) === null ? { bitcoin: 'wallets.transaction_missing' } : {},
    toBody: ({ bitcoin: typed }) => {
      const bitcoin = (isLitecoin ? findTransactionId(typed) : null) ?? typed.trim()
      return bitcoin === '' ? {} : { bitcoin }
    },
    send: async (transaction) => {
      if (payment === null) throw new Error('invariant: a report has an amount')
      const content = JSON.stringify([method, transaction, payment])
      if (sent.current?.content !== content) sent.current = { random: createIdempotencyKey(), content }
      const { random } = sent.current
      await confirmCode()
      const body = { ...payment, ...transaction, email, currency, random }
      return performCall(reportPayment, { params: { method }, body })
    },
    onSuccess: ({ deposit }) => {
      sent.current = null
      void queryClient.invalidateQueries({ queryKey: overviewKey })
      if (deposit != null) onReported(toDeposit(deposit))
    },
    onError: (error) => {
      if (isResponseError(error)) showSomeErrors()
    },
  })
}
