import { type AccountTerms, defaultTerms, toAccountTerms } from '@tradefront/rules/withdrawal/terms'
import type { WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'
import type { Currency } from '@tradefront/rules/ledger/money'

import type { Settings } from '../settings/service.ts'

export type WithdrawalSettings = {
  readonly enabledMethods: readonly WithdrawalMethod[]
  readonly getTerms: (method: WithdrawalMethod, currency: Currency) => AccountTerms
}

export function toWithdrawalSettings({
  withdrawal_methods,
  withdrawal_terms,
  rates,
}: Pick<Settings, 'withdrawal_methods' | 'withdrawal_terms' | 'rates'>): WithdrawalSettings {
  return {
    enabledMethods: withdrawal_methods,
    getTerms: (method, currency) => toAccountTerms(withdrawal_terms[method] ?? defaultTerms[method], rates[currency]),
  }
}
