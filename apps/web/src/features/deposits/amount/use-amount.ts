import { useState } from 'react'

import { getBootstrap } from '../../../platform/api/bootstrap.ts'
import { useUser } from '../../../platform/current-user.ts'
import { useStoredCode } from '../bonuses.ts'
import { amountDraft } from './amount-draft.ts'
import { type AmountInputs, calculateAmount, getAmountTerms } from './amount-form.ts'

/** The amount of a payment that is not by card. It is the same for all methods. */
export function useAmount() {
  const user = useUser()
  const promo = useStoredCode()
  const { settings, rates } = getBootstrap()
  const terms = getAmountTerms(
    { ...user, minDepositCardOverride: user.minDepositOtherOverride },
    settings,
    rates,
    promo,
  )
  const [inputs, setInputs] = useState<AmountInputs>(() => amountDraft.loadOrDefault(terms))
  const changeInputs = (changes: Partial<AmountInputs>): void => {
    amountDraft.save({ ...inputs, ...changes })
    setInputs((before) => ({ ...before, ...changes }))
  }
  return { terms, inputs, amount: calculateAmount(inputs, terms), changeInputs }
}
