import { movementStatuses, movementTypes } from '@tradefront/rules/history/movements'
import { isTimeZone, periodUnits } from '@tradefront/rules/history/periods'
import { tradeStates } from '@tradefront/rules/trading/options'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { count, text, timeMs } from './wire.ts'

const direction = z.enum(['up', 'down'])

/** Amounts in major units, positive towards the trader. */
export const balanceMovement = z.object({
  id: z.string(),
  /** When it was booked. For a movement that waits: when it was started. */
  at: timeMs,
  trType: z.enum(movementTypes),
  Status: z.enum(movementStatuses),
  /** Payment method, e.g. `visa` or `skrill`; for a trade, its symbol. */
  method: z.nullable(z.string()),
  /** Booked amount, or the requested one while the movement is not done. */
  amount: z.number(),
  /** The part of the amount that is bonus money. */
  bonus: z.number(),
  currency: z.string(),
  /** Cash and bonus after the movement, with what is held for withdrawals. Null: nothing moved. */
  balance: z.nullable(z.number()),
  /** Id of the deposit or trade. */
  reference: z.nullable(z.string()),
  /** Kind of the ledger entry, e.g. `trade.opened`. */
  kind: z.string(),
  deposit: z.optional(
    z.object({
      method: z.enum(['card', 'crypto', 'wallet']),
      /** Last characters of the card or address. */
      hint: z.nullable(z.string()),
      created_at: timeMs,
      ended_at: z.nullable(timeMs),
    }),
  ),
  trade: z.optional(
    z.object({
      direction,
      state: z.enum(tradeStates),
      /** Strike of a trade, as in reports. */
      strike: z.optional(z.number()),
      opened_at: timeMs,
      expires_at: timeMs,
      closed_at: z.nullable(timeMs),
    }),
  ),
})
export type BalanceMovement = z.infer<typeof balanceMovement>

/** `Sumbol` is the wire's spelling. Amounts in major units of `currency`. */
export const tradeReport = z.object({
  id: z.string(),
  Sumbol: z.string(),
  direction,
  Status: z.enum(tradeStates),
  stake: z.number(),
  currency: z.string(),
  /** Part of the stake: 0.8 is 80 %. */
  payout: z.number(),
  open: z.number(),
  /** Ours: the price that the closing price is compared with, if it is not the opening price. */
  strike: z.optional(z.number()),
  /** Null while the trade is open, and for a void trade. */
  close: z.nullable(z.number()),
  /** Returned amount less the stake. Null while the trade is open. */
  profit: z.nullable(z.number()),
  opened_at: timeMs,
  expires_at: timeMs,
  /** Null while the trade is open. */
  closed_at: z.nullable(timeMs),
})
export type TradeReport = z.infer<typeof tradeReport>

const times = { DateFrom: timeMs, DateTo: timeMs }
const range = { ...times, limit: count(999), offset: count(1_000_000) }
const timeText = z.string().check(z.regex(/^[0-9]{1,16}$/))
const platformRange = {
  dateFrom: timeText,
  dateTo: timeText,
  limit: z.string().check(z.regex(/^[0-9]{1,3}$/)),
  offset: z.string().check(z.regex(/^[0-9]{1,7}$/)),
  status: z.optional(text(20)),
}
/** E.g. `Europe/Zurich`. */
const zone = z.string().check(z.maxLength(60), z.refine(isTimeZone))
const movements = z.object({
  return: z.literal(true),
  hits: z.array(balanceMovement),
  /** Number of movements that match. */
  total: z.number(),
  /** Ours: continues after the last hit, however many came before it. Null: there are no more. */
  next: z.nullable(z.string()),
})
const reports = z.object({
  return: z.literal(true),
  hits: z.array(tradeReport),
  /** Number of trades that match. */
  total: z.number(),
  /** The `skip` of the next page. */
  skip: z.number(),
  /** Ours: continues after the last hit, however many came before it. Null: there are no more. */
  next: z.nullable(z.string()),
})

/** Results of trades. Amounts in major units. */
const tradeCounts = {
  won: z.number(),
  lost: z.number(),
  tie: z.number(),
  sold: z.number(),
  void: z.number(),
  /** Returned amounts less the stakes. */
  profit: z.number(),
}
/** `[time in ms, amount]` */
const point = z.tuple([timeMs, z.number()])

const movementSums = z.object({
  return: z.literal(true),
  /** Totals of the movements that are done, by type. */
  totals: z.array(
    z.object({
      type: z.enum(movementTypes),
      currency: z.string(),
      count: z.number(),
      received: z.number(),
      paid: z.number(),
    }),
  ),
  currency: z.string(),
  /** Balance at the start of the range, whatever the filters. `balanceTo` is that at its end. */
  balanceFrom: z.number(),
  balanceTo: z.number(),
  unit: z.enum(periodUnits),
  /** The balance at the end of each period. */
  curve: z.array(point),
})
export type MovementTotals = Omit<z.infer<typeof movementSums>, 'return'>

const reportSums = z.object({
  return: z.literal(true),
  currency: z.string(),
  ...tradeCounts,
  open: z.number(),
  /** Stakes of trades that have ended, without void ones. */
  stake: z.number(),
  unit: z.enum(periodUnits),
  /** Profit of the trades that were opened in each period. Periods without trades are left out. */
  curve: z.array(point),
  symbols: z.array(z.object({ symbol: z.string(), ...tradeCounts })),
  /** Results by the hour of the day, in `zone`, in which the trade was opened. */
  hours: z.array(z.object({ hour: z.number(), ...tradeCounts })),
})
export type ReportTotals = Omit<z.infer<typeof reportSums>, 'return'>
export type TradeCounts = Pick<ReportTotals, keyof typeof tradeCounts>

const csv = { method: 'GET', access: 'client', kind: 'page', source: 'ours', reply: z.unknown() } as const
const csvRange = { from: timeText, to: timeText, status: z.optional(text(20)), zone }

export const historyCalls = {
  listMovements: defineCall({
    method: 'POST',
    path: '/api/us/history',
    access: 'client',
    isOfAccount: true,
    source: 'account 7',
    summary:
      'Movements of money, latest first, after what waits. An empty Status or trType means all. Send the `next` of a reply as `after` to get the next page: faster than an offset.',
    body: z.strictObject({
      ...range,
      Status: text(20),
      trType: text(20),
      /** Ours: the `next` of the page before. */
      after: z.optional(z.string().check(z.regex(/^[0-9]{1,16}_[0-9]{1,16}$/))),
    }),
    reply: movements,
  }),
  sumMovements: defineCall({
    method: 'POST',
    path: '/api/history/sums',
    access: 'client',
    isOfAccount: true,
    source: 'ours',
    summary: 'Totals of the movements that match, and the curve of the balance. Periods are those of the time zone.',
    body: z.strictObject({ ...times, Status: text(20), trType: text(20), zone }),
    reply: movementSums,
  }),
  exportMovements: defineCall({
    ...csv,
    path: '/api/history/csv',
    summary: 'The movements that match, as a CSV file in the language of the page. Times in the time zone.',
    query: z.strictObject({ ...csvRange, trType: z.optional(text(20)) }),
  }),
  listTrades: defineCall({
    method: 'POST',
    path: '/api/us/reports',
    access: 'client',
    isOfAccount: true,
    source: 'account 7',
    summary:
      'Trades that were opened from DateFrom to DateTo, latest first. An empty Status or Sumbol means all. Send the `skip` of a reply to get the next page, or its `next` as `after`, which is faster.',
    body: z.strictObject({
      ...range,
      Status: text(20),
      Sumbol: text(20),
      skip: z.optional(count(1_000_000)),
      /** Ours: the direction of the trades. */
      position: z.optional(direction),
      /** Ours: the `next` of the page before. */
      after: z.optional(z.string().check(z.regex(/^[0-9]{1,16}_[0-9a-f-]{36}$/))),
    }),
    reply: reports,
  }),
  sumTrades: defineCall({
    method: 'POST',
    path: '/api/reports/sums',
    access: 'client',
    isOfAccount: true,
    source: 'ours',
    summary: 'Totals of the trades that match, their profit by period, and results by symbol and by hour of the day.',
    body: z.strictObject({ ...times, Status: text(20), Sumbol: text(20), position: z.optional(direction), zone }),
    reply: reportSums,
  }),
  exportTrades: defineCall({
    ...csv,
    path: '/api/reports/csv',
    summary: 'The trades that match, as a CSV file in the language of the page. Times in the time zone.',
    query: z.strictObject({ ...csvRange, symbol: z.optional(text(20)), position: z.optional(direction) }),
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
    reply: movements,
  }),
} as const
