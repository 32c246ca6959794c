import DataLoader from 'dataloader'

/** `place` is the position of the input, from 1. */
export type BatchedRow = { readonly place: number }

const maxBatchSize = 64

/**
 * Batches calls of the same tick into one query. If it fails, all its calls fail. @param runQuery returns at most one row per input, in
 * any order
 */
export function createBatchedQuery<Input, Row extends BatchedRow>(
  runQuery: (inputs: readonly Input[]) => Promise<readonly Row[]>,
): (input: Input) => Promise<Row | null> {
  const loader = new DataLoader<Input, Row | null>(
    async (inputs) => {
      const rows = new Map((await runQuery(inputs)).map((row) => [row.place, row]))
      return inputs.map((_, index) => rows.get(index + 1) ?? null)
    },
    { cache: false, maxBatchSize, batchScheduleFn: setImmediate },
  )
  return (input) => loader.load(input)
}
