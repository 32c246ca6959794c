import type { Processor, WalletFields } from '@tradefront/processors/processor'
import { useState } from 'react'

import { ApiError } from '../../platform/api/api-error.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { useTaskMutation } from '../../platform/api/use-call-mutation.ts'
import { useUser } from '../../platform/current-user.ts'
import { showAlert } from '../../platform/dialogs.ts'
import { explainMessage, translateExplained } from '../../platform/i18n/explanations.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { cardPayment } from '../cards/payment/card-payment.ts'
import type { AmountForm } from '../deposits/amount/use-amount.ts'
import { loadOverview, type OpenDepositReply } from '../deposits/api.ts'
import { scrollToMethods } from '../deposits/methods/method-chooser.tsx'

export function useWalletForm(wallet: Processor, amountForm: AmountForm) {
  const t = useTranslate()
  const { email, currency } = useUser()
  const [problem, setProblem] = useState<string | null>(null)
  // Refusals of PayPal are shown as an alert (spec: account 8).
  const hasAlerts = wallet.upstream.slug === 'paypal'

  const showRefusal = async ({ error, message, deposit }: OpenDepositReply): Promise<void> => {
    if (deposit !== null && deposit.state !== 'failed') return
    const text = explainMessage(
      error,
      message ?? deposit?.message ?? t(hasAlerts ? 'wallets.error' : 'auth.server_error'),
    )
    if (hasAlerts)
      await showAlert({ title: t('wallets.error_title'), body: text, confirmLabel: t('deposits.understood') })
    else if (deposit === null) setProblem(text)
  }
  const {
    mutateAsync: pay,
    isPending,
    reset,
  } = useTaskMutation(
    async (fields: WalletFields) => {
      const { request } = amountForm.amount
      if (request === null) return
      setProblem(null)
      try {
        await amountForm.confirmCode()
        const account = { ...fields, email, currency }
        const reply = await cardPayment.startWalletPayment(wallet, request, account, showSomeErrors)
        if (reply !== null) await showRefusal(reply)
      } catch (error) {
        // The screen then shows the payment that is already running.
        if (error instanceof ApiError && error.code === 'deposits.in_progress') {
          cardPayment.resumePayment(await loadOverview(), null)
        }
        setProblem(toErrorText(error))
      }
    },
    { onError: () => undefined },
  )
  const stopWaiting = (): void => {
    cardPayment.stopWaitingForAnswer()
    // The form is reset at once, because the call can hang until it times out.
    reset()
    // The methods are on the screen again in the next frame.
    requestAnimationFrame(scrollToMethods)
  }
  return { pay, isPending, problem, stopWaiting }
}

/** spec: account 8 */
export function showSomeErrors(): void {
  showToast({ tone: 'danger', text: translateExplained('wallets.some_errors'), id: 'wallets-some-errors' })
}
