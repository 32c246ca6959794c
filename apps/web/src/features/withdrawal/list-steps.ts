import type { Withdrawal } from '@tradefront/contract/domain/withdrawal'

import type { Format } from '../../platform/i18n/format.ts'
import type { Translate } from '../../platform/i18n/i18n.ts'
import type { ProgressStep, ProgressStepState } from '../../ui/feedback/progress.tsx'

/** States in the order in which a withdrawal passes them. */
const order: readonly Withdrawal['state'][] = ['waiting_documents', 'waiting_approval', 'approved', 'paying']

/** Lists what has happened to a withdrawal, and what comes next. */
export function listSteps(withdrawal: Withdrawal, format: Format, t: Translate): ProgressStep[] {
  const { state, caseName, requestedAtMs, endedAtMs } = withdrawal
  const writeTime = (atMs: number | null) => (atMs === null ? undefined : format.dateTime(atMs))
  const requested: ProgressStep = {
    id: 'requested',
    label: t('withdrawal.step_requested'),
    note: writeTime(requestedAtMs),
    state: 'done',
  }
  if (state === 'cancelled' || state === 'rejected' || state === 'returned') {
    const end: ProgressStep = {
      id: 'end',
      label: t(`withdrawal.state_${state}`),
      note: writeTime(endedAtMs),
      state: 'failed',
    }
    return [requested, end]
  }
  const reached = order.indexOf(state)
  const toState = (from: number, to: number): ProgressStepState =>
    reached === -1 || reached > to ? 'done' : reached >= from ? 'present' : 'ahead'
  return [
    requested,
    ...(caseName === 'four' ? [{ id: 'documents', label: t('withdrawal.step_documents'), state: toState(0, 0) }] : []),
    { id: 'approval', label: t('withdrawal.step_approval'), state: toState(1, 1) },
    { id: 'sending', label: t('withdrawal.step_sending'), note: writeTime(endedAtMs), state: toState(2, 3) },
  ]
}
