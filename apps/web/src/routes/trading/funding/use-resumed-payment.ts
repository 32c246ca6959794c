import { useQueryClient } from '@tanstack/react-query'
import type { Deposit, Overview } from '@tradefront/contract/domain/deposits'
import { useEffect, useRef, useState } from 'react'

import { cardPayment } from '../../../features/cards/payment/card-payment.ts'
import { isKnownProcessor, type ListenTarget } from '../../../features/cards/payment/listen-target.ts'
import type { AmountForm } from '../../../features/deposits/amount/use-amount.ts'
import { overviewKey } from '../../../features/deposits/api.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { showToast } from '../../../platform/toasts.ts'

/**
 * Continues the payment that the overview has, e.g. after a reload. After a return from a payment page, the overview is loaded again.
 * @param listen the payment whose page sent the browser back, or null
 * @param overview undefined until it is loaded
 */
export function useResumedPayment(listen: ListenTarget | null, overview: Overview | undefined): void {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const isKnown = listen === null || isKnownProcessor(listen.proc)
  const returnedTo = listen === null || !isKnown ? null : listen.id
  const notifiedFor = useRef<string | null>(null)
  useEffect(() => {
    // An unknown processor is only logged (spec: funding 2).
    if (listen !== null && !isKnown) console.info(`Unknown processor in a return route: ${listen.proc}`)
  }, [listen, isKnown])
  useEffect(() => {
    if (overview === undefined) return
    cardPayment.resumePayment(overview, returnedTo)
    if (returnedTo === null || notifiedFor.current === returnedTo) return
    notifiedFor.current = returnedTo
    const isOurs = [overview.deposit, ...overview.recent].some((deposit) => deposit?.id === returnedTo)
    if (!isOurs) showToast({ tone: 'info', text: t('deposits.unknown_listen') })
  }, [overview, returnedTo, t])
  // The cached overview is older than the payment.
  useEffect(() => {
    if (listen !== null) void queryClient.invalidateQueries({ queryKey: overviewKey })
  }, [listen, queryClient])
}

/** Fills the form with the amount of an unfinished or failed payment, e.g. after a return from a bank's page. */
export function useAmountOfPayment(deposit: Deposit | null, { setInputs }: AmountForm): void {
  const [shownId, setShownId] = useState<string | null>(null)
  if (deposit === null || deposit.id === shownId || deposit.state === 'succeeded') return
  setShownId(deposit.id)
  const bonusChoice = deposit.bonus === 1 ? 'bonus' : deposit.fixed === 1 ? 'fixed' : 'promo'
  setInputs({ amount: deposit.amount, bonusChoice })
}
