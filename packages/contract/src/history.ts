import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { count, text, timeMs } from './wire.ts'

/** Major units, positive towards the trader. */
export const balanceMovement = z.object({
  id: z.string(),
  at: timeMs,
  trType: z.string(),
  Status: z.string(),
  method: z.nullable(z.string()),
  amount: z.number(),
  currency: z.string(),
  balance: z.nullable(z.number()),
  reference: z.nullable(z.string()),
})
export type BalanceMovement = z.infer<typeof balanceMovement>

/** `Sumbol` is the wire's spelling; `close` and `profit` are null while open. */
export const tradeReport = z.object({
  id: z.string(),
  Sumbol: z.string(),
  direction: z.enum(['up', 'down']),
  Status: z.enum(['open', 'won', 'lost', 'tie']),
  stake: z.number(),
  currency: z.string(),
  /** 0.8 is 80 %. */
  payout: z.number(),
  open: z.number(),
  close: z.nullable(z.number()),
  profit: z.nullable(z.number()),
  opened_at: timeMs,
  expires_at: timeMs,
})
export type TradeReport = z.infer<typeof tradeReport>

const range = { DateFrom: timeMs, DateTo: timeMs, limit: count(999), offset: count(1_000_000) }
const platformRange = {
  dateFrom: z.string().check(z.regex(/^[0-9]{1,16}$/)),
  dateTo: z.string().check(z.regex(/^[0-9]{1,16}$/)),
  limit: z.string().check(z.regex(/^[0-9]{1,3}$/)),
  offset: z.string().check(z.regex(/^[0-9]{1,7}$/)),
  status: z.optional(text(20)),
}
const reports = z.object({
  return: z.literal(true),
  hits: z.array(tradeReport),
  total: z.number(),
  skip: z.number(),
})

export const historyCalls = {
  listMovements: defineCall({
    method: 'POST',
    path: '/api/us/history',
    access: 'client',
    source: 'account 7',
    summary: 'Movements of money, latest first. An empty Status or trType means all.',
    body: z.strictObject({ ...range, Status: text(20), trType: text(20) }),
    reply: z.object({ return: z.literal(true), hits: z.array(balanceMovement), total: z.number() }),
  }),
  listTrades: defineCall({
    method: 'POST',
    path: '/api/us/reports',
    access: 'client',
    source: 'account 7',
    summary: 'Trades, latest first. Send the `skip` of a reply to get the next page.',
    body: z.strictObject({ ...range, Status: text(20), Sumbol: text(20), skip: z.optional(count(1_000_000)) }),
    reply: reports,
  }),
  listPlatformTrades: defineCall({
    method: 'GET',
    path: '/cli/orders',
    access: 'client',
    source: 'funding 7',
    summary: 'The same trades as a call of the platform. Times in ms.',
    query: z.strictObject({ ...platformRange, symbol: z.optional(text(20)) }),
    reply: reports,
  }),
  listPlatformMovements: defineCall({
    method: 'GET',
    path: '/cli/transactions',
    access: 'client',
    source: 'funding 7',
    summary: 'The same movements of money as a call of the platform. Times in ms.',
    query: z.strictObject({ ...platformRange, trType: z.optional(text(20)) }),
    reply: z.object({ return: z.literal(true), hits: z.array(balanceMovement), total: z.number() }),
  }),
} as const
