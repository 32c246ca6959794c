import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { invoiceView } from './crypto.ts'
import { depositView } from './deposits.ts'
import { priceAlertsEvent } from './price-alerts.ts'
import { signalEvent } from './signals.ts'
import { ticketItem } from './support.ts'
import { drawingsEvent, quote, symbolName, trade } from './trade-view.ts'
import { userRecord } from './user-record.ts'

/** Messages can get lost; calls have the same data. `refresh`: reload. */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('deposit'), deposit: depositView }),
  z.object({ type: z.literal('invoice'), invoice: invoiceView }),
  z.object({ type: z.literal('user'), user: userRecord }),
  /** The trader's trade, when it is bought and when it closes. */
  z.object({ type: z.literal('trade'), trade }),
  /** Quotes of the symbols that this socket watches. */
  z.object({ type: z.literal('quotes'), quotes: z.array(quote) }),
  /** The trader's ticket, when it has changed. */
  z.object({ type: z.literal('ticket'), ticket: ticketItem }),
  signalEvent,
  drawingsEvent,
  priceAlertsEvent,
  z.object({ type: z.literal('refresh') }),
])
export type LiveEvent = z.infer<typeof liveEvent>

export const maxWatchedSymbols = 20

/** Message of the browser that replaces the symbols whose quotes it gets. */
export const watchRequest = z.strictObject({ watch: z.array(symbolName).check(z.maxLength(maxWatchedSymbols)) })
export type WatchRequest = z.infer<typeof watchRequest>

export const liveCalls = {
  openSocket: defineCall({
    method: 'GET',
    path: '/api/live',
    access: 'client',
    kind: 'socket',
    source: 'ours',
    summary:
      'A web socket of the same origin; each message is one event as JSON. After `{"watch": […]}` it also gets the quotes of these symbols, at most five times a second; a slow reader gets fewer of them.',
    reply: z.unknown(),
  }),
} as const
