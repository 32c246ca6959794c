import type { Named } from '../modules/deposits/operator/operator-service.ts'
import { Refusal } from './cli/cli-error.ts'
import type { Session } from './operator-services.ts'

type Attempt = NonNullable<Named['attempt']>

/** The deposit that a reference names. @throws Refusal when there is none, or more than one */
export async function findNamed(session: Session, ref: string): Promise<Named> {
  const found = await session.cards.find(ref)
  if (found === 'none') throw new Refusal(`There is no deposit or attempt "${ref}".`)
  if (found === 'several') throw new Refusal(`More than one deposit answers to "${ref}": give its whole id.`)
  return found
}

/** The attempt that is meant: the one named, else the only one of the deposit that `fits`. @throws Refusal */
export function theAttempt({ deposit, attempt }: Named, fits: (attempt: Attempt) => boolean, none: string): Attempt {
  if (attempt !== null) return attempt
  const [only, ...more] = deposit.attempts.filter(fits)
  if (only === undefined) throw new Refusal(none)
  if (more.length > 0)
    throw new Refusal(
      `More than one attempt of this deposit is meant: name one of ${[only, ...more].map(({ ourRef }) => ourRef).join(', ')}.`,
    )
  return only
}

/** Where the money of an attempt is, if a processor has taken any. */
export function captureOf({ deposit }: Named, attempt: Attempt) {
  return deposit.captures.find(({ attemptId }) => attemptId === attempt.id) ?? null
}
