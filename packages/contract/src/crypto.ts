import { coins, invoiceCoins } from '@tradefront/rules/crypto/coins'
import { invoiceStates, receiptStates } from '@tradefront/rules/crypto/invoice-state'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { amount, currency, email, binaryFlag, emptyBody, extendPlainReply, text, timeMs } from './wire.ts'

const guid = z.uuid()
const coin = z.enum(coins)

/** The amount is in major units. */
const invoiceRequest = z.strictObject({ amount, bonus: binaryFlag, fixed: binaryFlag, currency })

/** `wt` waiting, `su` success, `ex` expired (spec: funding 3). */
export const invoiceStatus = z.enum(['wt', 'su', 'ex'])

/** `checking`: waits for an operator. `taken_back`: was credited, and is no longer on the account. */
const invoicePaymentStates = [...receiptStates, 'checking', 'taken_back'] as const

/** An invoice. Coin amounts are exact decimal text, others major units of `currency`. */
export const invoiceView = z.object({
  guid: z.string(),
  deposit_id: z.string(),
  coin: z.enum(invoiceCoins),
  /** True if the coins have no value. */
  is_test: z.boolean(),
  address: z.string(),
  /** Address for wallets and the QR code (BIP 21, EIP-681). It asks for the coins that are still missing. */
  uri: z.string(),
  coin_amount: z.string(),
  /** Coins that arrived in time, confirmed or not. */
  coin_received: z.string(),
  /** Coins that are still to be sent; 0 once enough were seen. */
  coin_missing: z.string(),
  /** Coins that were in no block in time, and were not seen before the end: the locked rate does not hold for them. */
  coin_late: z.string(),
  /** Coins that were credited, then disappeared from the network, and were taken back from the account. */
  coin_taken_back: z.string(),
  /** Amount that the trader says to send. */
  coin_expected: z.nullable(z.string()),
  /** Confirmations of the whole payment, up to `confirmations_required`. */
  confirmations: z.number(),
  confirmations_required: z.number(),
  amount: z.number(),
  currency,
  /** Bonus of the deposit's tier, added if the amount arrives in time. After the end, the bonus that is on the account. */
  bonus_amount: z.number(),
  /** The promo code that adds a bonus in the same way; null without one. */
  promo: z.nullable(z.object({ code: z.string(), bonus: z.number() })),
  /** Turnover that both bonuses together require. */
  turnover_required: z.number(),
  /** Money credited to the account so far, without the bonus. */
  credited: z.number(),
  /** Price of one coin: locked, and after the spread. */
  rate: z.number(),
  /** The part of the market's rate that we keep, in percent; `spread_cost` is that part of the amount. */
  spread_percent: z.number(),
  spread_cost: z.number(),
  /** The locked rate holds for at most this many coins, if their block is mined before `block_until`. */
  coin_locked_max: z.string(),
  block_until: timeMs,
  state: z.enum(invoiceStates),
  status: invoiceStatus,
  /** True if the trader cancelled the invoice before anything arrived. */
  is_canceled: z.boolean(),
  /** True if the invoice ended because the coin is now received on another network: its address is not watched. */
  is_network_changed: z.boolean(),
  /** True if a credited payment disappeared from the network. Nothing more is credited until an operator has decided. */
  is_checked: z.boolean(),
  /** The latest transaction; null until one is seen. */
  hash: z.nullable(z.string()),
  /** Payments that have arrived, oldest first. */
  payments: z.array(
    z.object({
      hash: z.string(),
      coin_amount: z.string(),
      state: z.enum(invoicePaymentStates),
      confirmations: z.number(),
    }),
  ),
  expires_at: timeMs,
  /** Payments are no longer seen after this time. Null while the invoice is open. */
  watched_until: z.nullable(timeMs),
  /** Page that pays this invoice with practice coins. Only the sandbox's chain has it. */
  test_wallet: z.optional(z.string()),
  /** Time of the server, for a countdown on a device whose clock is wrong. */
  now: timeMs,
})
export type InvoiceView = z.infer<typeof invoiceView>

const invoicePage = { access: 'client', kind: 'page', params: z.object({ guid }), reply: z.unknown() } as const

export const cryptoCalls = {
  createBitcoinInvoice: defineCall({
    method: 'POST',
    path: '/api/btc/pay',
    access: 'client',
    isOfAccount: true,
    source: 'account 7',
    summary: 'Creates a bitcoin invoice; its page is /api/btc/invoice/{guid}.',
    body: invoiceRequest,
    reply: extendPlainReply({ guid: z.optional(z.string()), invoice: z.optional(invoiceView) }),
  }),
  createEthereumInvoice: defineCall({
    method: 'POST',
    path: '/api/eth/pay',
    access: 'client',
    isOfAccount: true,
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
  listInvoices: defineCall({
    method: 'GET',
    path: '/api/crypto/invoices',
    access: 'client',
    source: 'ours',
    summary:
      'The latest 20 invoices of the trader, newest first: to continue after a reload, and for what a deposit waits for.',
    reply: z.object({ return: z.literal(true), invoices: z.array(invoiceView) }),
  }),
  cancelInvoice: defineCall({
    method: 'POST',
    path: '/api/crypto/invoices/cancel',
    access: 'client',
    source: 'ours',
    summary:
      'Ends an invoice that nothing has arrived for. Its address is watched for 24 hours more; what arrives is credited without a bonus.',
    body: z.strictObject({ guid }),
    reply: extendPlainReply({ invoice: z.optional(invoiceView) }),
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
    summary:
      'Stores the payment that the trader expects to send with the latest open invoice of this amount. `btc` is decimal text in bitcoin. `email` is not compared: the invoice belongs to the account of the session.',
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
    summary:
      'Price of one coin in USD, for each coin whose price was fetched within a day. `prices`: in the account’s currency, for each coin in which an invoice can be made now, before the spread. `spread_percent`: what we keep of the price. `at`: when the oldest of them was. `stale`: the coins for which no invoice is made. `test`: those whose invoices are paid with coins without value.',
    body: emptyBody,
    reply: z.object({
      return: z.literal(true),
      rates: z.partialRecord(coin, z.number()),
      prices: z.partialRecord(coin, z.number()),
      at: z.nullable(timeMs),
      stale: z.array(z.enum(invoiceCoins)),
      test: z.array(z.enum(invoiceCoins)),
      spread_percent: z.number(),
    }),
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
