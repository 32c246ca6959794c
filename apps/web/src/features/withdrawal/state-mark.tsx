import type { Withdrawal } from '@tradefront/contract/domain/withdrawal'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { cx } from '../../ui/styles/cx.ts'
import { type ListedState, toListedState } from './describe-withdrawal.ts'

const tones: Readonly<Record<ListedState, string>> = {
  waiting_documents: 'bg-warn-soft text-warn',
  waiting_approval: 'bg-accent-soft text-accent-ink',
  approved: 'bg-accent-soft text-accent-ink',
  paying: 'bg-accent-soft text-accent-ink',
  paid: 'bg-up-soft text-up',
  paid_part: 'bg-warn-soft text-warn',
  returned: 'bg-raised text-muted',
  cancelled: 'bg-raised text-muted',
  rejected: 'bg-down-soft text-down',
}

export function StateMark({ state }: { readonly state: Withdrawal['state'] }) {
  const t = useTranslate()
  const listed = toListedState(state)
  if (listed === null) return null
  return (
    <span className={cx('shrink-0 rounded-field px-2 py-0.5 text-13 font-medium whitespace-nowrap', tones[listed])}>
      {t(`withdrawal.state_${listed}`)}
    </span>
  )
}
