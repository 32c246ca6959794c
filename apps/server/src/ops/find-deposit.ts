import type { DepositMatch } from '../modules/deposits/operator/operator-service.ts'
import { CliError } from './cli/cli-error.ts'
import { formatReceiptNumber } from '../modules/deposits/service.ts'
import type { OperatorServices } from './operator-services.ts'

export type Attempt = NonNullable<DepositMatch['attempt']>
export type Capture = DepositMatch['deposit']['captures'][number]

type AttemptWithMoney = { readonly attempt: Attempt; readonly capture: Capture }

const undecidedStates = ['sent', 'requires_action', 'pending', 'in_doubt', 'manual_review']
const refundableStatuses = ['suspense', 'credited_late']

export async function findDepositByReference(services: OperatorServices, reference: string): Promise<DepositMatch> {
  const match = await services.deposits.findByReference(reference)
  if (match === 'none') throw new CliError(`There is no deposit or attempt "${reference}".`)
  if (match === 'several') throw new CliError(`More than one deposit matches "${reference}": write its whole id.`)
  return match
}

export function findCapture({ deposit }: DepositMatch, attempt: Attempt): Capture | null {
  return deposit.captures.find(({ attemptId }) => attemptId === attempt.id) ?? null
}

export function findAttemptToAsk(match: DepositMatch): Attempt {
  return requireSingleAttempt(
    match,
    (attempt) => undecidedStates.includes(attempt.state) || findCapture(match, attempt)?.status === 'refund_due',
    `Nothing of deposit ${formatReceiptNumber(match.deposit.id)} is undecided: name an attempt (show lists them) to ask about it all the same.`,
  )
}

/** Else the last undecided one, else the last that charges. */
export function findAttemptToResolve({ deposit, attempt }: DepositMatch): Attempt {
  const charging = deposit.attempts.filter(({ isCharging }) => isCharging)
  const found = attempt ?? charging.findLast(({ state }) => undecidedStates.includes(state)) ?? charging.at(-1)
  if (found === undefined) throw new CliError(`No processor was asked for deposit ${formatReceiptNumber(deposit.id)}.`)
  return found
}

/** Prefers money that can be sent back. */
export function requireRefundableAttempt(match: DepositMatch): AttemptWithMoney & { readonly isRefundable: boolean } {
  const found = requireAttemptWithMoney(match, refundableStatuses)
  return { ...found, isRefundable: refundableStatuses.includes(found.capture.status) }
}

/** Else any whose money was taken. */
export function requireSuspenseAttempt(match: DepositMatch): AttemptWithMoney {
  return requireAttemptWithMoney(match, ['suspense'])
}

function requireAttemptWithMoney(match: DepositMatch, preferredStatuses: readonly string[]): AttemptWithMoney {
  const { deposit } = match
  const hasPreferred = deposit.captures.some(({ status }) => preferredStatuses.includes(status))
  const attempt = requireSingleAttempt(
    match,
    (each) => {
      const capture = findCapture(match, each)
      return capture !== null && (!hasPreferred || preferredStatuses.includes(capture.status))
    },
    `No processor has taken money for deposit ${formatReceiptNumber(deposit.id)}.`,
  )
  const capture = findCapture(match, attempt)
  if (capture === null) throw new CliError(`${attempt.processor} has taken no money with attempt ${attempt.reference}.`)
  return { attempt, capture }
}

/** Else the only candidate of the deposit. */
function requireSingleAttempt(
  { deposit, attempt }: DepositMatch,
  isCandidate: (attempt: Attempt) => boolean,
  noneMessage: string,
): Attempt {
  if (attempt !== null) return attempt
  const [only, ...others] = deposit.attempts.filter(isCandidate)
  if (only === undefined) throw new CliError(noneMessage)
  if (others.length > 0)
    throw new CliError(
      `This deposit has more than one such attempt: name one of ${[only, ...others].map(({ reference }) => reference).join(', ')}.`,
    )
  return only
}
