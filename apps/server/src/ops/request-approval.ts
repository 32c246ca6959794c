import { toMinor } from '@tradefront/rules/ledger/money'

import type { ApprovalRequest, AuthenticatedOperator } from '../modules/operators/service.ts'
import type { SettingName } from '../modules/settings/service.ts'
import type { Operator } from '../platform/audit.ts'
import { dayMs } from '../platform/clock.ts'
import { CliError } from './cli/cli-error.ts'
import type { CommandContext } from './cli/command-context.ts'
import { formatMoney } from './cli/format.ts'

/** An operator who could change these alone could do without the approval of a second one. */
export const approvalSettings: readonly SettingName[] = ['approval_limit', 'rates']

/**
 * Above the setting `approval_limit` the command is recorded for a second operator instead of running.
 * For a day after a change of the limit, every amount needs one.
 * @returns whether it can run now
 */
export async function isAllowed(
  { services, approved, print }: CommandContext,
  operator: AuthenticatedOperator,
  by: Operator,
  request: ApprovalRequest,
): Promise<boolean> {
  const { amount, currency } = request
  if (approved !== null) {
    if (approved.amount === amount && approved.currency === currency) return true
    throw new CliError(`It is about ${formatMoney(amount, currency)} now, not what was approved: nothing was changed.`)
  }
  const { approval_limit: limit, rates } = await services.settings.getSettings()
  const rate = Object.entries(rates).find(([name]) => name === currency)?.[1]
  // Without a rate the limit is unknown, so that a second operator decides.
  const changedAt = await services.settings.findLastChange(approvalSettings)
  const isLimitNew = changedAt !== null && changedAt.getTime() > services.clock.now().getTime() - dayMs
  if (!isLimitNew && rate !== undefined && amount <= toMinor(limit * rate, currency)) return true
  const { yes: _yes, why: _why, as: _as, json: _json, ...options } = request.options
  const id = await services.operators.requestApproval({ ...request, options }, operator, by)
  if (id === null) throw new CliError('It waits for a second operator already: see approvals.')
  const why = isLimitNew ? ' (approval_limit or rates was changed less than a day ago)' : ''
  const message = `${formatMoney(amount, currency)} need a second operator${why}: approvals approve ${id}. Nothing was changed yet.`
  print({ message, approval: id }, `${message}\n`)
  return false
}
