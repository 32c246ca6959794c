import type { Rounds } from './rounds.ts'

/** Items that a server handles in one round of a queue. */
const itemsPerRound = 20

/**
 * Rows with a time at which they are due, claimed by a lease, so that every server can look for them at once. A row whose server stops is due
 * again when its lease ends.
 */
type DueWork<Item> = {
  /** Unique, e.g. `refunds`. */
  readonly name: string
  /** A queue is what can be slow alone, e.g. a processor. */
  readonly listDueQueues: () => Promise<readonly string[]>
  /** Earliest first. */
  readonly claimDue: (queue: string, limit: number) => Promise<readonly Item[]>
  readonly handle: (item: Item) => Promise<void>
}

/**
 * Starts a round for each queue that has due items and no round in progress, and does not wait for them: a processor that does not answer
 * delays only its own items.
 */
export async function startDueWork<Item>(
  { rounds, onError }: { readonly rounds: Rounds; readonly onError: (error: unknown) => void },
  { name, listDueQueues, claimDue, handle }: DueWork<Item>,
): Promise<void> {
  for (const queue of await listDueQueues()) {
    rounds.startRound(`${name}:${queue}`, async () => {
      const items = await claimDue(queue, itemsPerRound)
      await Promise.all(items.map((item) => handle(item).catch(onError)))
    })
  }
}
