export type Waiter = ReturnType<typeof createWaiter>

export function createWaiter(setTimer: (work: () => void, ms: number) => () => void) {
  let endWait = (): void => {}
  return {
    /** Ends early when `wakeUp` is called. */
    wait: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const cancel = setTimer(resolve, ms)
        endWait = () => {
          cancel()
          resolve()
        }
      }),
    waitFully: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        setTimer(resolve, ms)
      }),
    wakeUp: (): void => endWait(),
  }
}
