import type { DepositMatch } from '../modules/deposits/operator/operator-service.ts'
import { CliError } from './cli/cli-error.ts'
import type { OperatorServices } from './operator-services.ts'

type Attempt = NonNullable<DepositMatch['attempt']>

/** The deposit that a reference names. @throws Refusal when there is none, or more than one */
export async function findDepositByReference(session: OperatorServices, ref: string): Promise<DepositMatch> {
  const found = await session.cards.findByReference(ref)
  if (found === 'none') throw new CliError(`There is no deposit or attempt "${ref}".`)
  if (found === 'several') throw new CliError(`More than one deposit answers to "${ref}": give its whole id.`)
  return found
}

/** The attempt that is meant: the one named, else the only one of the deposit that `fits`. @throws Refusal */
export function requireSingleAttempt(
  { deposit, attempt }: DepositMatch,
  isCandidate: (attempt: Attempt) => boolean,
  noneMessage: string,
): Attempt {
  if (attempt !== null) return attempt
  const [only, ...more] = deposit.attempts.filter(isCandidate)
  if (only === undefined) throw new CliError(noneMessage)
  if (more.length > 0)
    throw new CliError(
      `More than one attempt of this deposit is meant: name one of ${[only, ...more].map(({ ourRef }) => ourRef).join(', ')}.`,
    )
  return only
}

/** Where the money of an attempt is, if a processor has taken any. */
export function findCapture({ deposit }: DepositMatch, attempt: Attempt) {
  return deposit.captures.find(({ attemptId }) => attemptId === attempt.id) ?? null
}
