import { alertDirections, alertStates } from '@tradefront/rules/price-alerts/price-alerts'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { symbolName } from './trade-view.ts'
import { extendPlainReply, plainReply, timeMs } from './wire.ts'

export const priceAlert = z.object({
  id: z.string(),
  symbol: z.string(),
  /** Direction of `price`, seen from the price at which the alert was set. */
  direction: z.enum(alertDirections),
  price: z.number(),
  /** Number of decimals of the prices. */
  digits: z.number(),
  byMail: z.boolean(),
  byPush: z.boolean(),
  state: z.enum(alertStates),
  expiresAtMs: timeMs,
  /** The first price that reached `price`. Null unless `state` is `reached`. */
  reached: z.nullable(z.object({ price: z.number(), atMs: timeMs })),
})
export type PriceAlert = Readonly<z.infer<typeof priceAlert>>

/** Event that browsers of the trader get when the list has changed. `ended` is the alert whose price was reached, or which has expired. */
export const priceAlertsEvent = z.object({ type: z.literal('price_alerts'), ended: z.nullable(priceAlert) })

export const priceAlertsCalls = {
  listPriceAlerts: defineCall({
    method: 'GET',
    path: '/api/price-alerts',
    access: 'client',
    source: 'ours',
    summary:
      'The price alerts of the trader: those that wait, newest first, then up to ten that ended in the last week.',
    reply: extendPlainReply({ alerts: z.array(priceAlert) }),
  }),
  createPriceAlert: defineCall({
    method: 'POST',
    path: '/api/price-alerts/create',
    access: 'client',
    source: 'ours',
    summary:
      'Sets an alert at a price. Whether it waits for a rise or a fall follows from the latest price. `byMail`: only a confirmed address gets a mail. `byPush`: to the browsers of the trader that have subscribed.',
    body: z.strictObject({
      symbol: symbolName,
      price: z.number().check(z.positive(), z.lte(1_000_000_000)),
      byMail: z.boolean(),
      byPush: z.boolean(),
    }),
    reply: extendPlainReply({ alert: z.optional(priceAlert) }),
  }),
  deletePriceAlert: defineCall({
    method: 'POST',
    path: '/api/price-alerts/delete',
    access: 'client',
    source: 'ours',
    summary: 'Deletes an alert of the trader, waiting or ended. 404: the trader has none with this id.',
    body: z.strictObject({ id: z.uuid() }),
    reply: plainReply,
  }),
} as const
