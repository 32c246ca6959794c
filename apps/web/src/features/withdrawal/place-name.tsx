import type { WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'

import { useTranslate } from '../../platform/i18n/i18n.ts'

/**
 * Name of the account to which a part goes, e.g. `Visa •••• 4242` or `Skrill, a•••@example.com`.
 * @param to names a card by itself
 */
export function PlaceName({ method, to }: { readonly method: WithdrawalMethod; readonly to: string }) {
  const t = useTranslate()
  return (
    <span>
      {method !== 'card' && `${t(`withdrawal.method_${method}`)}, `}
      <bdi dir="ltr">{to}</bdi>
    </span>
  )
}
