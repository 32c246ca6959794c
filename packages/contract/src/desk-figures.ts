import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import type { OperatorRole } from './operator-actions.ts'
import { currency, timeMs } from './wire.ts'

// Calls of the operators' desk about the figures of the business. Amounts are in minor units of the requested currency; days are UTC days.

/** Roles that can see the figures. */
export const figureReaders = ['payments', 'risk', 'marketing', 'finance'] as const satisfies readonly OperatorRole[]

/** Numbers of days that a request can ask for. */
export const figureDays = [1, 7, 30, 90] as const

export const figurePeriod = z.strictObject({ currency, days: z.enum(figureDays.map(String) as [string, ...string[]]) })

const dayFigures = z.object({
  /** E.g. `2026-11-28`. */
  day: z.string(),
  /** Number of accounts that were opened, in any currency. */
  registrations: z.number(),
  /** Number of traders who made their first deposit in this currency. */
  firstDeposits: z.number(),
  paidIn: z.number(),
  /** Money that was paid out, without our fees. */
  paidOut: z.number(),
  fees: z.number(),
  /** Cost of refunds, chargebacks and corrections for traders. */
  takenBack: z.number(),
  /** Bonuses and prizes that traders got, less those that were taken back. */
  given: z.number(),
  trades: z.number(),
  stakes: z.number(),
  /** Result of the house from trades with real money. */
  houseResult: z.number(),
})
export type DayFigures = z.infer<typeof dayFigures>

const symbolFigures = z.object({
  symbol: z.string(),
  trades: z.number(),
  stakes: z.number(),
  houseResult: z.number(),
})
export type SymbolFigures = z.infer<typeof symbolFigures>

const processorFigures = z.object({
  name: z.string(),
  /** Number of charges that were answered. */
  asked: z.number(),
  approved: z.number(),
  /** Median time from the request to the approval. Null: no charge was approved. */
  medianMs: z.nullable(z.number()),
})
export type ProcessorFigures = z.infer<typeof processorFigures>

/** Amounts are in minor units of the base currency. */
const exposure = z.object({ symbol: z.string(), loss: z.number(), lossMax: z.number(), atMs: timeMs })
export type Exposure = z.infer<typeof exposure>

export const figureCalls = {
  getFigures: defineCall({
    method: 'GET',
    path: '/api/desk/figures',
    access: 'client',
    source: 'ours',
    summary: 'The figures of each of the last days, today included, and of the days before for comparison.',
    query: figurePeriod,
    reply: z.object({
      return: z.literal(true),
      days: z.array(dayFigures),
      /** Figures of the same number of days before `days`. */
      before: z.array(dayFigures),
      symbols: z.array(symbolFigures),
      processors: z.array(processorFigures),
      /** The minute of each symbol in which the house can lose most. */
      exposures: z.array(exposure),
    }),
  }),
}
