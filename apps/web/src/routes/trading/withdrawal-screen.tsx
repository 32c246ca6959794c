import { useNavigate } from '@tanstack/react-router'
import { isWithdrawalMethod } from '@tradefront/rules/withdrawal/methods'

import { Withdrawal } from '../../features/withdrawal/withdrawal.tsx'
import { useUser } from '../../platform/current-user.ts'
import { paths } from '../paths.ts'
import { RealMoneyNotice } from './screen-states.tsx'

/**
 * Screen of withdrawals.
 * @param add a method, or the id of a withdrawal
 */
export function WithdrawalScreen({ add }: { readonly add?: string }) {
  const navigate = useNavigate()
  if (useUser().isPractice) return <RealMoneyNotice title="withdrawal.title" text="withdrawal.practice" />
  const method = add !== undefined && isWithdrawalMethod(add) ? add : null
  const open = (place: string | null, replace: boolean): void => {
    const to = place === null ? paths.show('withdrawal') : paths.showWith('withdrawal', place)
    void navigate({ to, resetScroll: false, replace })
  }
  return (
    <Withdrawal
      method={method}
      onSelect={(chosen) => open(chosen, true)}
      opened={method === null ? (add ?? null) : null}
      onOpen={(id) => open(id, id === null)}
    />
  )
}
