import type { Deposit } from '@tradefront/contract/domain/deposits'

import type { PaymentStore } from './payment-state.ts'
import type { TabLock } from './tab-lock.ts'

export type PaymentEvents = {
  readonly onEnded: (deposit: Deposit) => void
  /** Called without a readable reply: the processor can have charged. */
  readonly onUnreadableReply: () => void
}

type Waiter = ReturnType<typeof createWaiter>

/** One run of a deposit in this tab. */
export type PaymentRun = {
  /** Idempotency key; null if another browser opened the deposit. */
  readonly key: string | null
  /** True if this tab opened the deposit, or the trader chose to continue here. */
  readonly isStartedHere: boolean
}

/** State of the runner. A run that is no longer `run` has been replaced and must stop. */
export type PaymentContext = {
  readonly events: PaymentEvents
  readonly store: PaymentStore
  readonly waiter: Waiter
  readonly tabLock: TabLock
  run: PaymentRun | null
}

/** Returns whether this tab can start and complete steps. */
export function canAct({ run, tabLock }: PaymentContext): boolean {
  return run?.isStartedHere === true && tabLock.isHeld()
}

export function createWaiter() {
  let endWait = (): void => {}
  return {
    /** Waits, and ends early when `wakeUp` is called. */
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
