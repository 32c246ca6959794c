import type { Currency } from '@tradefront/rules/ledger/money'
import { findUsualCurrency } from '@tradefront/rules/settings/usual-currency'
import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'

import type { ContractForm } from '../../platform/forms/use-contract-form.ts'
import { emptyRegistration, type RegistrationForm } from './registration-rules.ts'

/** Makes the currency of the account follow the country, until the trader chooses another one. */
export function useCurrencyOfCountry(form: ContractForm<RegistrationForm>, currencies: readonly Currency[]): void {
  const { control, getValues, setValue } = form
  const country = useWatch({ control, name: 'country' })
  const proposed = useRef(emptyRegistration.currency)
  useEffect(() => {
    if (country === null || getValues('currency') !== proposed.current) return
    const usual = findUsualCurrency(country)
    proposed.current = currencies.includes(usual) ? usual : emptyRegistration.currency
    setValue('currency', proposed.current)
  }, [country, currencies, getValues, setValue])
}
