import { currencies } from '@tradefront/rules/ledger/money'
import { toThreshold } from '@tradefront/rules/ledger/thresholds'

import { type ApprovalRequest, requestApproval } from '../modules/operators/service.ts'
import type { SettingName } from '../modules/settings/service.ts'
import { dayMs } from '../platform/clock.ts'
import { CliError } from './cli/cli-error.ts'
import type { OperatorContext } from './cli/command-context.ts'
import { formatMoney } from './cli/format.ts'

/** An operator who could change these alone could do without the approval of a second one. */
export const approvalSettings: readonly SettingName[] = ['approval_limit']

/**
 * Above the setting `approval_limit` the command is recorded for a second operator instead of running.
 * For a day after a change of the limit, every amount needs one. @param mustReview why every amount needs one
 * @returns whether it can run now
 */
export async function isAllowed(
  { app, operator, by, approved, print }: OperatorContext,
  request: ApprovalRequest,
  mustReview: string | null = null,
): Promise<boolean> {
  const { amount, currency } = request
  if (approved !== null) {
    if (approved.amount === amount && approved.currency === currency) return true
    throw new CliError(`It is about ${formatMoney(amount, currency)} now, not what was approved: nothing was changed.`)
  }
  const { approval_limit: limit } = await app.settings.getSettings()
  const known = currencies.find((name) => name === currency)
  const changedAt = await app.settings.findLastChange(approvalSettings)
  const isLimitNew = changedAt !== null && changedAt.getTime() > app.clock.now().getTime() - dayMs
  if (mustReview === null && !isLimitNew && known !== undefined && amount <= toThreshold(limit, known, 'down'))
    return true
  const { yes: _yes, why: _why, as: _as, json: _json, ...options } = request.options
  const id = await requestApproval(app, { ...request, options }, operator, by)
  if (id === null) throw new CliError('It waits for a second operator already: see approvals.')
  const limitNote = isLimitNew ? 'approval_limit was changed less than a day ago' : null
  const why = mustReview ?? limitNote
  const message = `${formatMoney(amount, currency)} need a second operator${why === null ? '' : ` (${why})`}: approvals approve ${id}. Nothing was changed yet.`
  print({ message, approval: id }, `${message}\n`)
  return false
}
