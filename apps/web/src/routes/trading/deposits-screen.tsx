import { useNavigate } from '@tanstack/react-router'

import { DepositList } from '../../features/deposits/list/deposit-list.tsx'
import { parseFilters, toSearch } from '../../features/deposits/list/list-filters.ts'
import { useUser } from '../../platform/current-user.ts'
import { paths } from '../paths.ts'
import type { ScreenProps } from './define-screen.ts'
import { RealMoneyNotice } from './screen-states.tsx'

/** List of deposits. The filters are in the address, so that a list can be bookmarked and the browser's buttons work. */
export function DepositsScreen({ add, search }: ScreenProps & { readonly add?: string }) {
  const navigate = useNavigate()
  if (useUser().isPractice) return <RealMoneyNotice title="profile.deposits" text="deposits.practice_account" />
  return (
    <DepositList
      openedId={add ?? null}
      filters={parseFilters(search)}
      onFilter={(filters) =>
        void navigate({ to: paths.show('deposits'), search: toSearch(filters), resetScroll: false })
      }
    />
  )
}
