import type { PaymentRequest } from '@tradefront/contract/deposits'
import type { Deposit } from '@tradefront/contract/domain/deposits'

import type { ApiError } from '../../../platform/api/api-error.ts'
import { isOlder, type NextAction } from './next-action.ts'
import { advanceProgress, initialProgress, type StageProgress } from './payment-stages.ts'

export type PaymentState = {
  /** `interrupted`: open, but started elsewhere, so the trader decides whether to continue here. */
  readonly kind: 'idle' | 'opening' | 'running' | 'interrupted' | 'ended'
  readonly payment: PaymentRequest | null
  readonly deposit: Deposit | null
  readonly nextAction: NextAction | null
  readonly progress: StageProgress
  readonly isOffline: boolean
  /** Why the payment does not continue. The screen offers to try again. */
  readonly refusal: ApiError | null
}

export const idleState: PaymentState = {
  kind: 'idle',
  payment: null,
  deposit: null,
  nextAction: null,
  progress: initialProgress,
  isOffline: false,
  refusal: null,
}

/** Where the runner keeps its state; `createStore(idleState)` of the platform. */
export type PaymentStore = { readonly get: () => PaymentState; readonly set: (next: PaymentState) => void }

export function updateState(store: PaymentStore, changes: Partial<PaymentState>): void {
  store.set({ ...store.get(), ...changes })
}

/** Stores a view of the deposit unless it is older than the known one: pushes and replies overtake each other. */
export function acceptDeposit(store: PaymentStore, deposit: Deposit): void {
  const { deposit: known, progress } = store.get()
  if (known?.id === deposit.id && isOlder(deposit, known)) return
  updateState(store, { deposit, isOffline: false, progress: advanceProgress(progress, deposit) })
}
