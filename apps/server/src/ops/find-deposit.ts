import { formatReceiptNumber } from '@tradefront/rules/deposits/receipt-number'
import type { AppContext } from '../context.ts'
import { type DepositMatch, findDepositMatch } from '../modules/deposits/operator.ts'
import { CliError } from './cli/cli-error.ts'
import { formatMoney } from './cli/format.ts'

export type Attempt = NonNullable<DepositMatch['attempt']>
export type Capture = DepositMatch['deposit']['captures'][number]

type AttemptWithMoney = { readonly attempt: Attempt; readonly capture: Capture }

const undecidedStates = ['sent', 'requires_action', 'pending', 'in_doubt', 'manual_review']
const refundableStatuses = ['suspense', 'credited_late']

export async function findDepositByReference(app: AppContext, reference: string): Promise<DepositMatch> {
  const match = await findDepositMatch(app, reference)
  if (match === 'none') throw new CliError(`There is no deposit or attempt "${reference}".`)
  if (match === 'several') throw new CliError(`More than one deposit matches "${reference}": write its whole id.`)
  return match
}

export function listCaptures({ deposit }: DepositMatch, attempt: Attempt): Capture[] {
  return deposit.captures.filter(({ attemptId }) => attemptId === attempt.id)
}

export function findAttemptToAsk(match: DepositMatch): Attempt {
  return requireSingleAttempt(
    match,
    (attempt) =>
      undecidedStates.includes(attempt.state) ||
      listCaptures(match, attempt).some(({ status }) => status === 'refund_due'),
    `Nothing of deposit ${formatReceiptNumber(match.deposit.id)} is undecided: name an attempt (show lists them) to ask about it all the same.`,
  )
}

/** Returns the named attempt; without one, the last undecided one, else the last that charges. */
export function findAttemptToResolve({ deposit, attempt }: DepositMatch): Attempt {
  const charging = deposit.attempts.filter(({ isCharging }) => isCharging)
  const found = attempt ?? charging.findLast(({ state }) => undecidedStates.includes(state)) ?? charging.at(-1)
  if (found === undefined) throw new CliError(`No processor was asked for deposit ${formatReceiptNumber(deposit.id)}.`)
  return found
}

export function requireRefundableCapture(match: DepositMatch, charge?: number): AttemptWithMoney {
  return requireCapture(match, refundableStatuses, charge)
}

export function requireSuspenseCapture(match: DepositMatch, charge?: number): AttemptWithMoney {
  return requireCapture(match, ['suspense'], charge)
}

export function requireReversibleCapture(match: DepositMatch, charge?: number): AttemptWithMoney {
  return requireCapture(match, ['credited', 'credited_late', 'credited_part', 'suspense'], charge)
}

/**
 * Finds money with one of the preferred statuses; else any money of the deposit, so that the command can explain why it refuses.
 * @param charge number of the charge, needed if an attempt has several with a preferred status
 */
function requireCapture(
  match: DepositMatch,
  preferredStatuses: readonly string[],
  charge: number | undefined,
): AttemptWithMoney {
  const { deposit } = match
  const isPreferred = ({ status }: Capture) => preferredStatuses.includes(status)
  const hasPreferred = deposit.captures.some(isPreferred)
  const attempt = requireSingleAttempt(
    match,
    (each) => listCaptures(match, each).some((capture) => !hasPreferred || isPreferred(capture)),
    `No processor has taken money for deposit ${formatReceiptNumber(deposit.id)}.`,
  )
  const captures = listCaptures(match, attempt).filter(({ number }) => charge === undefined || number === charge)
  const preferred = captures.filter(isPreferred)
  const capture = preferred[0] ?? captures[0]
  if (capture === undefined)
    throw new CliError(`${attempt.processor} has taken no such money with attempt ${attempt.reference}.`)
  if (preferred.length > 1) {
    const charges = preferred.map(({ number, amount, currency }) => `${number} (${formatMoney(amount, currency)})`)
    throw new CliError(
      `${attempt.processor} has charged this attempt more than once: name one with --charge: ${charges.join(', ')}.`,
    )
  }
  return { attempt, capture }
}

/** Returns the named attempt; without one, the only candidate of the deposit. */
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
