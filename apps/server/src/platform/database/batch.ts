type PendingCall<Question, Answer> = {
  readonly question: Question
  readonly resolve: (answer: Answer | null) => void
  readonly reject: (error: unknown) => void
}

/** Whether an answer belongs to the first, the second … question of those asked together. */
export type BatchedRow = { readonly place: number }

/** Rows that one query is asked for at most. */
const maxBatchSize = 64

/**
 * Asks in one query what is asked in one turn of the event loop: a question alone waits for nobody, and the busier the
 * server, the less each costs it and the database. All fail where the query fails, so a question must be one that the
 * database can read.
 *
 * @param runQuery gives at most one answer to each question, in any order, with its place counted from 1
 * @returns asks one question; null where it has no answer
 */
export function createBatchedQuery<Question, Answer extends BatchedRow>(
  runQuery: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer | null> {
  let pending: PendingCall<Question, Answer>[] = []

  const flush = async () => {
    const batch = pending
    pending = []
    try {
      const answers = new Map((await runQuery(batch.map(({ question }) => question))).map((each) => [each.place, each]))
      batch.forEach(({ resolve }, index) => resolve(answers.get(index + 1) ?? null))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      pending.push({ question, resolve, reject })
      if (pending.length === 1) setImmediate(() => void (pending.length > 0 && flush()))
      if (pending.length === maxBatchSize) void flush()
    })
}
