import { signalOutcomes } from '@tradefront/rules/signals/outcome'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { direction, symbolName } from './trade-view.ts'
import { extendPlainReply, timeMs } from './wire.ts'

/** Facts of a signal that can be checked on the chart. */
const signalFacts = z.object({
  id: z.string(),
  symbol: z.string(),
  direction,
  /** Number of decimals of the prices. */
  digits: z.number(),
  /** First price at or after `at`. */
  price: z.number(),
  /** End of the candle whose close made the averages cross. */
  at: timeMs,
})
export type SignalFacts = z.infer<typeof signalFacts>

export const signal = z.extend(signalFacts, {
  /** Text about the rule of the signal, in the language of the request. */
  text: z.string(),
})
export type SignalView = z.infer<typeof signal>

/** Event that every trader gets when a signal is found. */
export const signalEvent = z.object({ type: z.literal('signal'), signal: signalFacts })

/** A signal with the prices after it. */
export const pastSignal = z.extend(signal, {
  results: z.array(
    z.object({
      minutes: z.number(),
      outcome: z.enum(signalOutcomes),
      /** Null: the price is not known yet, or there was none. */
      price: z.nullable(z.number()),
    }),
  ),
})
export type PastSignalView = z.infer<typeof pastSignal>

export const signalsCalls = {
  listSignals: defineCall({
    method: 'POST',
    path: '/api/signals',
    access: 'client',
    source: 'funding 7',
    summary:
      'The signals of the last six minutes, latest first, so that a page that asks every five misses none. `test` asks for an example made of the latest candle instead.',
    body: z.optional(z.nullable(z.strictObject({ test: z.optional(z.union([z.literal(0), z.literal(1)])) }))),
    reply: z.array(signal),
  }),
  listPastSignals: defineCall({
    method: 'POST',
    path: '/api/signals/past',
    access: 'client',
    source: 'ours',
    summary:
      'All signals of the last 30 days with what came of them, latest first, 50 at once. `hits`: how many of them were right. The `next` of a reply gets the next page as `after`.',
    body: z.strictObject({
      /** All symbols by default. */
      symbol: z.optional(symbolName),
      after: z.optional(z.string().check(z.regex(/^[0-9]{1,16}_[0-9]{1,15}$/))),
    }),
    reply: extendPlainReply({
      signals: z.array(pastSignal),
      /** Null on the last page. */
      next: z.nullable(z.string()),
      /** Numbers of signals whose price has moved after so many minutes, and of those that were right. */
      hits: z.array(z.object({ minutes: z.number(), right: z.number(), decided: z.number() })),
    }),
  }),
} as const
