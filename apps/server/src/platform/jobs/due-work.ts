import { leaseMs } from '@tradefront/rules/time/retry-schedule'

import type { Clock } from '../clock.ts'
import type { Rounds } from './rounds.ts'

/** How many items a server handles in one round of a queue. */
const itemsPerRound = 20

/** What a server claims: rows that are due at `now`, until its lease ends. */
export type Claim = { readonly now: Date; readonly leaseUntil: Date; readonly limit: number }

/**
 * Rows with a time at which they are due, claimed by a lease, so that every server can look for them at once. A row whose server stops is due
 * again when its lease ends.
 */
type DueWork<Item> = {
  /** Name of the work, which is unique, e.g. `refunds`. */
  readonly name: string
  /** Lists queues with due items. A queue is what can be slow alone, e.g. a processor. */
  readonly listDueQueues: (now: Date) => Promise<readonly string[]>
  /** Claims items of a queue, earliest first. */
  readonly claimDue: (queue: string, claim: Claim) => Promise<readonly Item[]>
  readonly handle: (item: Item) => Promise<void>
}

type LeaseContext = { readonly config: { readonly waitScale: number } }

type DueWorkContext = LeaseContext & {
  readonly clock: Clock
  readonly rounds: Rounds
  readonly onError: (error: unknown) => void
}

export function computeLeaseEnd({ config }: LeaseContext, now: Date): Date {
  return new Date(now.getTime() + leaseMs * config.waitScale)
}

/**
 * Starts a round for each queue that has due items and no round in progress, and does not wait for them: a processor that does not answer
 * delays only its own items.
 */
export async function startDueWork<Item>(
  context: DueWorkContext,
  { name, listDueQueues, claimDue, handle }: DueWork<Item>,
): Promise<void> {
  const { clock, onError, rounds } = context
  for (const queue of await listDueQueues(clock.now())) {
    rounds.startRound(`${name}:${queue}`, async () => {
      const now = clock.now()
      const items = await claimDue(queue, { now, leaseUntil: computeLeaseEnd(context, now), limit: itemsPerRound })
      await Promise.all(items.map((item) => handle(item).catch(onError)))
    })
  }
}
