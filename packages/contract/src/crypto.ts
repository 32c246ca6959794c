import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { amount, currency, email, binaryFlag, emptyBody, extendPlainReply, text, timeMs } from './wire.ts'

const guid = z.uuid()
const coin = z.enum(['BTC', 'LTC', 'ETH', 'DSH'])

/** Major units. */
const invoiceRequest = z.strictObject({ amount, bonus: binaryFlag, fixed: binaryFlag, currency })

/** `wt` waiting, `su` success, `ex` expired (spec: funding 3). */
export const invoiceStatus = z.enum(['wt', 'su', 'ex'])

/** An invoice. Coin amounts are exact decimal text. */
export const invoiceView = z.object({
  guid: z.string(),
  coin,
  address: z.string(),
  coin_amount: z.string(),
  coin_received: z.string(),
  confirmations: z.number(),
  amount: z.number(),
  currency,
  status: invoiceStatus,
  hash: z.nullable(z.string()),
  expires_at: timeMs,
})
export type InvoiceView = z.infer<typeof invoiceView>

const invoicePage = { access: 'client', kind: 'page', params: z.object({ guid }), reply: z.unknown() } as const

export const cryptoCalls = {
  createBitcoinInvoice: defineCall({
    method: 'POST',
    path: '/api/btc/pay',
    access: 'client',
    source: 'account 7',
    summary: 'Creates a bitcoin invoice; its page is /api/btc/invoice/{guid}.',
    body: invoiceRequest,
    reply: extendPlainReply({ guid: z.optional(z.string()), invoice: z.optional(invoiceView) }),
  }),
  createEthereumInvoice: defineCall({
    method: 'POST',
    path: '/api/eth/pay',
    access: 'client',
    source: 'account 7',
    summary: 'Creates an ethereum invoice; its page is /api/eth/invoice/{guid}.',
    body: invoiceRequest,
    reply: extendPlainReply({ guid: z.optional(z.string()), invoice: z.optional(invoiceView) }),
  }),
  getBitcoinInvoiceStatus: defineCall({
    method: 'POST',
    path: '/api/btc/check',
    access: 'client',
    source: 'funding 7',
    summary: 'State of a bitcoin invoice; `hash` is the transaction once it is seen.',
    body: z.strictObject({ guid }),
    reply: extendPlainReply({ status: invoiceStatus, hash: z.nullable(z.string()), invoice: z.optional(invoiceView) }),
  }),
  getEthereumInvoiceStatus: defineCall({
    method: 'POST',
    path: '/api/eth/check',
    access: 'client',
    source: 'funding 7',
    summary: 'State of an ethereum invoice.',
    body: z.strictObject({ guid }),
    reply: extendPlainReply({ status: invoiceStatus, invoice: z.optional(invoiceView) }),
  }),
  showBitcoinInvoice: defineCall({
    ...invoicePage,
    method: 'GET',
    path: '/api/btc/invoice/:guid',
    source: 'account 2',
    summary: 'The page of a bitcoin invoice, for its owner.',
  }),
  showEthereumInvoice: defineCall({
    ...invoicePage,
    method: 'GET',
    path: '/api/eth/invoice/:guid',
    source: 'account 2',
    summary: 'The page of an ethereum invoice, for its owner.',
  }),
  saveExpectedBitcoinPayment: defineCall({
    method: 'POST',
    path: '/api/bitcoin/save',
    access: 'client',
    source: 'funding 7',
    summary: 'Stores the payment that the trader expects to send. `btc` is decimal text in bitcoin.',
    body: z.strictObject({
      email,
      amount,
      currency,
      bonus: binaryFlag,
      fixed: binaryFlag,
      btc: z.string().check(z.regex(/^[0-9]{1,8}(\.[0-9]{1,8})?$/)),
    }),
    reply: extendPlainReply({}),
  }),
  getCoinRates: defineCall({
    method: 'POST',
    path: '/api/bitcoin/currency',
    access: 'client',
    source: 'funding 7',
    summary: 'Price of one coin in USD, for each coin.',
    body: emptyBody,
    reply: z.object({ return: z.literal(true), rates: z.record(coin, z.number()), at: timeMs }),
  }),
  hasBitcoinDeposit: defineCall({
    method: 'POST',
    path: '/api/bitcoin/deposit',
    access: 'client',
    source: 'funding 7',
    summary: '`return` is true if a bitcoin deposit of this trader has been credited.',
    body: emptyBody,
    reply: z.object({ return: z.boolean(), message: z.optional(text(300)) }),
  }),
} as const
