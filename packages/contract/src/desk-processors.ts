import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { type OperatorRole, providerKeyEnds } from './operator-actions.ts'
import { cardProcessorNames, processorNames } from './processor-names.ts'
import { timeMs } from './wire.ts'

// Calls of the operators' desk about processors.

/** Roles that can see the processors. */
export const processorReaders = ['payments', 'risk', 'finance', 'support'] as const satisfies readonly OperatorRole[]

const processor = z.object({
  name: z.enum(processorNames),
  isOn: z.boolean(),
  isCard: z.boolean(),
  /** Number of charges of the last 24 hours that were decided. `approved` counts those that were approved. */
  asked: z.number(),
  approved: z.number(),
  /** Time of the last webhook of the last seven days. Null: there was none. */
  lastWebhookAtMs: z.nullable(timeMs),
  /** The latest day whose statement was compared. */
  lastStatement: z.nullable(z.iso.date()),
  /** True if the processor charges and sends no webhooks, and its alert is open. */
  isSilent: z.boolean(),
})
export type DeskProcessor = z.infer<typeof processor>

/** Roles that can see the connections. */
export const providerReaders = ['payments', 'finance', 'risk', 'admin'] as const satisfies readonly OperatorRole[]

const provider = z.object({
  /** Name in paths, e.g. `orange`. */
  provider: z.string(),
  name: z.string(),
  kind: z.enum(['card', 'wallet', 'payout']),
  /** Addresses from which operators choose. If the list is empty, they type one. */
  addresses: z.array(z.string()),
  keyNames: z.array(z.string()),
  /** True if the environment of the servers names it until it is connected here. */
  isStandard: z.boolean(),
  connection: z.nullable(
    z.object({
      address: z.string(),
      /** Names this version of the keys. */
      keysHash: z.string(),
      keys: providerKeyEnds,
      /** Operator who has asked for it. */
      changedBy: z.string(),
      changedAtMs: timeMs,
    }),
  ),
})
export type DeskProvider = z.infer<typeof provider>

export const deskProcessorCalls = {
  listProviders: defineCall({
    method: 'GET',
    path: '/api/desk/providers',
    access: 'client',
    source: 'ours',
    summary: 'All providers, and where they are connected. The keys are not in it.',
    reply: z.object({ return: z.literal(true), providers: z.array(provider) }),
  }),
  listProcessors: defineCall({
    method: 'GET',
    path: '/api/desk/processors',
    access: 'client',
    source: 'ours',
    summary: 'All processors, and how they work now.',
    reply: z.object({
      return: z.literal(true),
      processors: z.array(processor),
      /** The setting `processors_off`. A command that changes it names this value as the one before. */
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
