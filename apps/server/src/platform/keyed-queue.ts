/** Runs the tasks of a key one after another, in this process. @param maxPending tasks per key */
export function createKeyedQueue(maxPending: number) {
  const queues = new Map<string, { last: Promise<unknown>; pending: number }>()
  return {
    /** Returns null, and runs nothing, if too many tasks are waiting. */
    run: <T>(key: string, task: () => Promise<T>): Promise<T> | null => {
      const queue = queues.get(key) ?? { last: Promise.resolve(), pending: 0 }
      if (queue.pending >= maxPending) return null
      queue.pending += 1
      queues.set(key, queue)
      const done = queue.last.then(task, task)
      const onDone = () => {
        queue.pending -= 1
        if (queue.pending === 0) queues.delete(key)
      }
      queue.last = done.then(onDone, onDone)
      return done
    },
  }
}
