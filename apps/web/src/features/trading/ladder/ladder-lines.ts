import type { Direction } from '@tradefront/rules/trading/options'

import { createStore } from '../../../platform/create-store.ts'

/** The ladder of the ticket, as its chart shows it. */
export type LadderLines = {
  readonly symbol: string
  readonly expiresAtMs: number
  /** Strikes are prices. */
  readonly strikes: readonly number[]
  readonly choice: { readonly price: number; readonly direction: Direction } | null
}

const lines = createStore<LadderLines | null>(null)

/** Sets the lines; null while the ticket shows no ladder. */
export const setLadderLines = lines.set

export const useLadderLines = lines.useValue
