import { tradeStates } from '@tradefront/rules/trading/options'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { entryLine } from './desk-money.ts'
import type { OperatorRole } from './operator-actions.ts'
import { direction, symbolName } from './trade-view.ts'
import { currency, extendPlainReply, timeMs } from './wire.ts'

// Trades of real money at the operators' desk. Amounts are in minor units.

/** Who can see them. */
export const tradeReaders = ['support', 'payments', 'risk', 'finance'] as const satisfies readonly OperatorRole[]

/** Listed at most. */
export const maxListedTrades = 200

const tradeRow = z.object({
  id: z.uuid(),
  trader: z.object({ id: z.number(), name: z.string(), email: z.string(), country: z.string() }),
  symbol: z.string(),
  direction,
  stake: z.number(),
  currency,
  state: z.enum(tradeStates),
  /** Null while it is open. */
  returned: z.nullable(z.number()),
  openedAtMs: timeMs,
  closedAtMs: z.nullable(timeMs),
  /** Operators have voided it after its end. */
  isVoided: z.boolean(),
})
export type DeskTradeRow = z.infer<typeof tradeRow>

/** Why a trade cannot be voided: its prices are simulated, it has moved nothing that a void one would not, or the risk-free offer has paid by it. */
export const voidObstacles = ['simulated', 'no_result', 'offer'] as const

const tradeDetails = z.extend(tradeRow, {
  digits: z.number(),
  openPoints: z.nullable(z.number()),
  strikePoints: z.nullable(z.number()),
  /** Also of a trade that was voided. */
  closePoints: z.nullable(z.number()),
  bonusStake: z.number(),
  payoutPercent: z.number(),
  expiresAtMs: timeMs,
  isSimulated: z.boolean(),
  /** What voiding it would change, and write into the ledger. Null: it cannot be voided. */
  void: z.nullable(z.object({ change: z.number(), bonusChange: z.number(), lines: z.array(entryLine) })),
  obstacle: z.nullable(z.enum(voidObstacles)),
  /** How it had ended before it was voided, and why it was. */
  voided: z.nullable(
    z.object({
      state: z.enum(tradeStates),
      returned: z.number(),
      fault: z.string(),
      words: z.record(z.string(), z.string()),
      atMs: timeMs,
    }),
  ),
})
export type DeskTradeDetails = z.infer<typeof tradeDetails>

export const deskTradeCalls = {
  listTrades: defineCall({
    method: 'GET',
    path: '/api/desk/trades',
    access: 'client',
    source: 'ours',
    summary:
      'Trades of real money that ended on a UTC day, the latest first, of a trader, a symbol, or all. At most 200.',
    query: z.strictObject({
      day: z.iso.date(),
      trader: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
      symbol: z.optional(symbolName),
    }),
    reply: z.object({ return: z.literal(true), trades: z.array(tradeRow) }),
  }),
  getTrade: defineCall({
    method: 'GET',
    path: '/api/desk/trades/:id',
    access: 'client',
    source: 'ours',
    summary: 'A trade of real money, and what voiding it would write into the ledger.',
    params: z.strictObject({ id: z.uuid() }),
    reply: extendPlainReply({ trade: z.optional(tradeDetails) }),
  }),
}
