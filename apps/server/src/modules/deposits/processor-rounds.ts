/** Items of one kind that a server handles for one processor at a time. */
const itemsPerRound = 20

type ProcessorRoundsDeps<Item> = {
  readonly listDueProcessors: () => Promise<string[]>
  readonly claimDue: (processor: string, limit: number) => Promise<readonly Item[]>
  readonly handle: (item: Item) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Handles due items in rounds, one per processor at a time. A processor that does not answer delays only its own items. */
export function createProcessorRounds<Item>({
  listDueProcessors,
  claimDue,
  handle,
  onError,
}: ProcessorRoundsDeps<Item>) {
  const running = new Map<string, Promise<void>>()

  const runRound = async (processor: string): Promise<void> => {
    try {
      const items = await claimDue(processor, itemsPerRound)
      await Promise.all(items.map((item) => handle(item).catch(onError)))
    } catch (error) {
      onError(error)
    }
  }

  return {
    /** Starts a round for each processor that has due items and no round in progress. Does not wait for them. */
    async startRounds(): Promise<void> {
      for (const processor of await listDueProcessors()) {
        if (!running.has(processor))
          running.set(
            processor,
            runRound(processor).finally(() => running.delete(processor)),
          )
      }
    },

    async waitForRounds(): Promise<void> {
      await Promise.all(running.values())
    },

    /** Runs one round for each processor. */
    async runRounds(): Promise<void> {
      await Promise.all((await listDueProcessors()).map(runRound))
    },
  }
}
