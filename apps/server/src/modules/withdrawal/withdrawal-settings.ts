import { type AccountTerms, defaultTerms, toAccountTerms } from '@tradefront/rules/withdrawal/terms'
import type { WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'
import type { Currency } from '@tradefront/rules/ledger/money'

import type { AppContext } from '../../context.ts'

import type { Settings } from '../settings/service.ts'

export type WithdrawalSettings = {
  readonly enabledMethods: readonly WithdrawalMethod[]
  readonly turnoverFactor: number
  readonly getTerms: (method: WithdrawalMethod, currency: Currency) => AccountTerms
}

export async function getWithdrawalSettings({ settings }: AppContext): Promise<WithdrawalSettings> {
  return toWithdrawalSettings(await settings.getSettings())
}

export function toWithdrawalSettings({
  withdrawal_methods,
  withdrawal_terms,
  deposit_turnover_factor,
}: Pick<Settings, 'withdrawal_methods' | 'withdrawal_terms' | 'deposit_turnover_factor'>): WithdrawalSettings {
  return {
    enabledMethods: withdrawal_methods,
    turnoverFactor: deposit_turnover_factor,
    getTerms: (method, currency) => {
      const { returnPercent = defaultTerms[method].returnPercent, ...terms } =
        withdrawal_terms[method] ?? defaultTerms[method]
      return toAccountTerms({ ...terms, returnPercent }, currency)
    },
  }
}
