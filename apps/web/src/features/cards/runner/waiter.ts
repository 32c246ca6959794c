export type Waiter = ReturnType<typeof createWaiter>

export function createWaiter() {
  let endWait = (): void => {}
  return {
    /** Ends early when `wakeUp` is called. */
    wait: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        endWait = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    waitFully: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        setTimeout(resolve, ms)
      }),
    wakeUp: (): void => endWait(),
  }
}
