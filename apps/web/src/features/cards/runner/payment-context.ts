import { type PaymentPorts } from './payment-ports.ts'
import type { PaymentStore } from './payment-state.ts'
import type { TabLock } from './tab-lock.ts'
import type { Waiter } from './waiter.ts'

/** One attempt of this tab to bring a deposit to its end. */
export type PaymentRun = {
  /** Idempotency key of the deposit, null when another browser opened it. */
  readonly key: string | null
  /** Whether this tab may start processors: it opened the deposit, or the trader chose to continue here. */
  readonly isStartedHere: boolean
}

/** What the parts of the runner share. A run that is no longer `run` has been replaced and must stop. */
export type PaymentContext = {
  readonly ports: PaymentPorts
  readonly store: PaymentStore
  readonly waiter: Waiter
  readonly tabLock: TabLock
  run: PaymentRun | null
}

/** Whether this tab may call processors now. */
export function canAct({ run, tabLock }: PaymentContext): boolean {
  return run?.isStartedHere === true && tabLock.isHeld()
}
