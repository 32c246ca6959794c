import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import type { OperatorRole } from './operator-actions.ts'
import { cardProcessorNames, processorNames } from './processor-names.ts'
import { timeMs } from './wire.ts'

// Processors at the operators' desk.

/** Who can see them. */
export const processorReaders = ['payments', 'risk', 'finance', 'support'] as const satisfies readonly OperatorRole[]

const processor = z.object({
  name: z.enum(processorNames),
  isOn: z.boolean(),
  isCard: z.boolean(),
  /** Charges of the last 24 hours that were decided, and how many were approved. */
  asked: z.number(),
  approved: z.number(),
  /** The last webhook of the last seven days. Null: there was none. */
  lastWebhookAtMs: z.nullable(timeMs),
  /** The latest day that was compared. */
  lastStatement: z.nullable(z.iso.date()),
  /** It charges and sends no webhooks: its alert is open. */
  isSilent: z.boolean(),
})
export type DeskProcessor = z.infer<typeof processor>

export const deskProcessorCalls = {
  listProcessors: defineCall({
    method: 'GET',
    path: '/api/desk/processors',
    access: 'client',
    source: 'ours',
    summary: 'All processors, and how they work now.',
    reply: z.object({
      return: z.literal(true),
      processors: z.array(processor),
      /** The setting `processors_off`, which an order names as it was. */
      off: z.array(z.enum(processorNames)),
    }),
  }),
}

/** The setting `cascade_rules`. Amounts in units of the base currency; null: without a bound. */
export const cascadeRules = z.array(
  z.object({
    name: z.string(),
    countries: z.array(z.string()),
    minAmount: z.nullable(z.number()),
    maxAmount: z.nullable(z.number()),
    cardRanges: z.array(z.string()),
    remove: z.array(z.enum(cardProcessorNames)),
    first: z.array(z.enum(cardProcessorNames)),
  }),
)
export type CascadeRuleView = z.infer<typeof cascadeRules>[number]
