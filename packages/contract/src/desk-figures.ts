import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import type { OperatorRole } from './operator-actions.ts'
import { currency, timeMs } from './wire.ts'

// The figures of the business at the operators' desk. Amounts are in minor units of the currency that is asked for; days are those of UTC.

/** Who can see them. */
export const figureReaders = ['payments', 'risk', 'marketing', 'finance'] as const satisfies readonly OperatorRole[]

/** Days that can be asked for. */
export const figureDays = [1, 7, 30, 90] as const

export const figurePeriod = z.strictObject({ currency, days: z.enum(figureDays.map(String) as [string, ...string[]]) })

const dayFigures = z.object({
  /** E.g. `2026-11-28`. */
  day: z.string(),
  /** Accounts that were opened, in any currency. */
  registrations: z.number(),
  /** Traders whose first deposit in this currency it was. */
  firstDeposits: z.number(),
  paidIn: z.number(),
  /** What has left, without our fees. */
  paidOut: z.number(),
  fees: z.number(),
  /** Refunds, chargebacks and corrections, as what they cost traders. */
  takenBack: z.number(),
  /** Bonuses and prizes that traders have got, less those that were taken back. */
  given: z.number(),
  trades: z.number(),
  stakes: z.number(),
  /** What the house has won by trades with real money. */
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
  /** Charges with an answer. */
  asked: z.number(),
  approved: z.number(),
  /** Median time from the request to the approval. Null: no charge was approved. */
  medianMs: z.nullable(z.number()),
})
export type ProcessorFigures = z.infer<typeof processorFigures>

/** In minor units of the base currency. */
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
      /** The same number of days before. */
      before: z.array(dayFigures),
      symbols: z.array(symbolFigures),
      processors: z.array(processorFigures),
      /** The minute of each symbol at which most can be lost. */
      exposures: z.array(exposure),
    }),
  }),
}
