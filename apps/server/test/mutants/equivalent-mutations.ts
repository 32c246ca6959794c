import type { Mutation } from './mutation.ts'

export type EquivalentMutation = {
  /** The end of the file's path. */
  readonly file: string
  /** The changed lines as a report shows them, before and after. */
  readonly before: string
  readonly after: string
  /** Why no test can see the change, or why none should. */
  readonly reason: string
}

/** Generated faults that are judged to be none. An entry holds as long as its lines stay as they are, wherever they are. */
export const equivalentMutations: readonly EquivalentMutation[] = [
  {
    file: 'cards/payments/find-redirect-url.ts',
    before:
      "if (attempt?.action === null || attempt?.action === undefined || attempt.action.kind === 'tokenize') return null",
    after: 'if (attempt?.action === null || attempt?.action === undefined) return null',
    reason: 'An action that asks for a token has no url, so null is returned below. The condition is for the types.',
  },
]

export function findEquivalent({ file, before, after }: Mutation): EquivalentMutation | null {
  return (
    equivalentMutations.find(
      (entry) => file.endsWith(entry.file) && entry.before === before && entry.after === after,
    ) ?? null
  )
}
