import DataLoader from 'dataloader'
import { type RawBuilder, sql } from 'kysely'

/** `place` is the position of the input, from 1. */
export type BatchedRow = { readonly place: number }

const maxBatchSize = 64

/**
 * Compares with any of the values: `= ...` in a batched query. The planner does not see how many values there are, so it keeps the prepared
 * plan; it would plan a short array again each time.
 */
export function anyOf<Value>(values: readonly Value[], type: 'bigint' | 'bytea' | 'uuid'): RawBuilder<Value> {
  const array = sql`${values}::${sql.raw(type)}[]`
  return sql<Value>`any((select ${array})::${sql.raw(type)}[])`
}

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
