export type Waiter = ReturnType<typeof createWaiter>

/** Waits that news can end early. */
export function createWaiter(setTimer: (work: () => void, ms: number) => () => void) {
  let endWait = (): void => {}
  return {
    /** Waits until the time is over or `wakeUp` is called. */
    wait: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const cancel = setTimer(resolve, ms)
        endWait = () => {
          cancel()
          resolve()
        }
      }),
    /** Waits for the whole time. */
    waitFully: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        setTimer(resolve, ms)
      }),
    wakeUp: (): void => endWait(),
  }
}
