type Waiting<Question, Answer> = {
  readonly question: Question
  readonly resolve: (answer: Answer | null) => void
  readonly reject: (error: unknown) => void
}

/** Whether an answer belongs to the first, the second … question of those asked together. */
export type Placed = { readonly place: number }

/** Rows that one query is asked for at most. */
const maxTogether = 64

/**
 * Asks in one query what is asked in one turn of the event loop: a question alone waits for nobody, and the busier the
 * server, the less each costs it and the database. All fail where the query fails, so a question must be one that the
 * database can read.
 *
 * @param ask gives at most one answer to each question, in any order, with its place counted from 1
 * @returns asks one question; null where it has no answer
 */
export function together<Question, Answer extends Placed>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer | null> {
  let waiting: Waiting<Question, Answer>[] = []

  const send = async () => {
    const sent = waiting
    waiting = []
    try {
      const answers = new Map((await ask(sent.map(({ question }) => question))).map((each) => [each.place, each]))
      sent.forEach(({ resolve }, index) => resolve(answers.get(index + 1) ?? null))
    } catch (error) {
      for (const { reject } of sent) reject(error)
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (waiting.length === 1) setImmediate(() => void (waiting.length > 0 && send()))
      if (waiting.length === maxTogether) void send()
    })
}
