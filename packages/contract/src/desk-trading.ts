import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import type { OperatorRole } from './operator-actions.ts'
import { timeMs } from './wire.ts'

// Trading at the operators' desk.

/** Who can see it. */
export const tradingReaders = ['payments', 'risk', 'finance', 'support'] as const satisfies readonly OperatorRole[]

export const deskSymbol = z.object({
  name: z.string(),
  label: z.string(),
  /** Null: trading goes on. */
  stoppedAtMs: z.nullable(timeMs),
  /** Number of open trades with real money. */
  openTrades: z.number(),
  /** What the house can lose at most in one minute, and its limit. In minor units of the base currency. */
  loss: z.number(),
  lossMax: z.nullable(z.number()),
})
export type DeskSymbol = z.infer<typeof deskSymbol>

export const deskTradingCalls = {
  getTrading: defineCall({
    method: 'GET',
    path: '/api/desk/trading',
    access: 'client',
    source: 'ours',
    summary: 'All symbols, with what is open and what is stopped.',
    reply: z.object({
      return: z.literal(true),
      /** Trading is stopped in every symbol since then. Null: it is not. */
      allStoppedAtMs: z.nullable(timeMs),
      symbols: z.array(deskSymbol),
    }),
  }),
}
