import type { PaymentRequest } from '@tradefront/contract/deposits'
import type { Deposit } from '@tradefront/contract/domain/deposits'

import type { ApiError } from '../../../platform/api/api-error.ts'
import { isOlder, type NextAction } from './next-action.ts'

export type PaymentState = {
  /** `interrupted`: it was started elsewhere, so the trader decides whether to continue here. */
  readonly kind: 'idle' | 'opening' | 'running' | 'interrupted' | 'ended'
  readonly payment: PaymentRequest | null
  readonly deposit: Deposit | null
  readonly nextAction: NextAction | null
  readonly isOffline: boolean
  /** Error that stopped the payment. The trader can retry. */
  readonly refusal: ApiError | null
}

export const idleState: PaymentState = {
  kind: 'idle',
  payment: null,
  deposit: null,
  nextAction: null,
  isOffline: false,
  refusal: null,
}

export type PaymentStore = { readonly get: () => PaymentState; readonly set: (next: PaymentState) => void }

export function updateState(store: PaymentStore, changes: Partial<PaymentState>): void {
  store.set({ ...store.get(), ...changes })
}

/** Stores a view, unless it is older than the stored one. */
export function acceptDeposit(store: PaymentStore, deposit: Deposit): void {
  const { deposit: current } = store.get()
  if (current?.id === deposit.id && isOlder(deposit, current)) return
  updateState(store, { deposit, isOffline: false })
}
