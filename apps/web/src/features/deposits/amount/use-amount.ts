import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { getBootstrap } from '../../../platform/api/bootstrap.ts'
import { useUser } from '../../../platform/current-user.ts'
import { confirmStoredCode, useStoredCode } from '../bonuses.ts'
import { amountDraft } from './amount-draft.ts'
import { type AmountInputs, calculateAmount, getAmountTerms } from './amount-form.ts'

export type AmountForm = ReturnType<typeof useAmount>

/**
 * The amount of a payment: it stays when another method is chosen, whose limits then hold. The method pays it, e.g. `use-pay-by-card.ts`
 * of the feature `cards`.
 */
export function useAmount(method: 'card' | 'other') {
  const user = useUser()
  const queryClient = useQueryClient()
  const promo = useStoredCode()
  const { settings } = getBootstrap()
  const terms = getAmountTerms(method, user, settings, promo)
  const [inputs, setInputs] = useState<AmountInputs>(() => amountDraft.loadOrDefault(terms))
  const changeInputs = (changes: Partial<AmountInputs>): void => {
    amountDraft.save({ ...inputs, ...changes })
    setInputs((before) => ({ ...before, ...changes }))
  }
  const amount = calculateAmount(inputs, terms)
  /**
   * Checks the code before the payment.
   * @throws ApiError
   */
  const confirmCode = async (): Promise<void> => {
    if (amount.promoCode !== null) await confirmStoredCode(queryClient, amount.promoCode)
  }
  return { terms, inputs, amount, changeInputs, setInputs, confirmCode }
}
