import type { SignalOutcome } from '@tradefront/rules/signals/outcome'
import type { Direction } from '@tradefront/rules/trading/options'
import type * as z from 'zod/mini'

import type { PastSignalView, signalsCalls, SignalFacts } from '../signals.ts'

export type Signal = {
  readonly id: string
  readonly symbol: string
  readonly direction: Direction
  /** Number of decimals of the prices. */
  readonly digits: number
  readonly price: number
  readonly atMs: number
}

export type SignalResult = {
  readonly minutes: number
  readonly outcome: SignalOutcome
  readonly price: number | null
}

export type PastSignal = Signal & { readonly results: readonly SignalResult[] }

/** Number of signals that were right, of those whose price has moved. */
export type HitRate = { readonly minutes: number; readonly right: number; readonly decided: number }

export type PastSignalPage = {
  readonly signals: readonly PastSignal[]
  readonly next: string | null
  readonly hits: readonly HitRate[]
}

export function toSignal({ id, symbol, direction, digits, price, at }: SignalFacts): Signal {
  return { id, symbol, direction, digits, price, atMs: at }
}

function toPastSignal({ results, ...signal }: PastSignalView): PastSignal {
  return { ...toSignal(signal), results }
}

export function toPastSignalPage(reply: z.infer<typeof signalsCalls.listPastSignals.reply>): PastSignalPage {
  return { signals: reply.signals.map(toPastSignal), next: reply.next, hits: reply.hits }
}
