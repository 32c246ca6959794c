import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { getBootstrap } from '../../../platform/api/bootstrap.ts'
import { useUser } from '../../../platform/current-user.ts'
import { confirmStoredCode, useStoredCode } from '../bonuses.ts'
import { amountDraft } from './amount-draft.ts'
import { type AmountInputs, calculateAmount, getAmountTerms } from './amount-form.ts'

/** The amount of a payment that is not by card. It is the same for all methods. */
export function useAmount() {
  const user = useUser()
  const queryClient = useQueryClient()
  const promo = useStoredCode()
  const { settings } = getBootstrap()
  const terms = getAmountTerms('other', user, settings, promo)
  const [inputs, setInputs] = useState<AmountInputs>(() => amountDraft.loadOrDefault(terms))
  const changeInputs = (changes: Partial<AmountInputs>): void => {
    amountDraft.save({ ...inputs, ...changes })
    setInputs((before) => ({ ...before, ...changes }))
  }
  const amount = calculateAmount(inputs, terms)
  /** Before the payment. @throws ApiError */
  const confirmCode = async (): Promise<void> => {
    if (amount.promoCode !== null) await confirmStoredCode(queryClient, amount.promoCode)
  }
  return { terms, inputs, amount, changeInputs, confirmCode }
}
