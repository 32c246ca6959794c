import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import type { OperatorRole } from './operator-actions.ts'
import { timeMs } from './wire.ts'

// Calls of the operators' desk about trading.

/** Roles that can see trading. */
export const tradingReaders = ['payments', 'risk', 'finance', 'support'] as const satisfies readonly OperatorRole[]

export const deskSymbol = z.object({
  name: z.string(),
  label: z.string(),
  /** Null: trading goes on. */
  stoppedAtMs: z.nullable(timeMs),
  /** Number of open trades with real money. */
  openTrades: z.number(),
  /** The most that the house can lose in one minute, in minor units of the base currency. `lossMax` is its limit. */
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
      /** When trading was stopped in every symbol. Null: it goes on. */
      allStoppedAtMs: z.nullable(timeMs),
      symbols: z.array(deskSymbol),
    }),
  }),
}
