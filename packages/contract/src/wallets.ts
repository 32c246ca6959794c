import * as z from 'zod/mini'

import { paymentRequest } from './deposits.ts'
import { cardReplyFields } from './cards.ts'
import { defineCall } from './call.ts'
import { amount, currency, email, binaryFlag, extendPlainReply, text } from './wire.ts'

/** `reportMethods` only record a claim for an operator. */
export const payMethods = [
  'skrill',
  'neteller',
  'perfect',
  'yandex',
  'qiwi',
  'okpay',
  'moneta',
  'unionpay',
  'paypal',
] as const
export const reportMethods = ['bitcoin', 'litecoin', 'WebMoney', 'bank'] as const

/** Nonce: repeating it repeats no payment or claim. */
const random = text(64).check(z.minLength(8))

const redirectReply = extendPlainReply({ redirect: z.optional(z.string()), id: z.optional(z.string()) })

export const walletsCalls = {
  openWalletPayment: defineCall({
    method: 'POST',
    path: '/api/pay/:method',
    access: 'client',
    source: 'account 7',
    summary: "Opens a payment by a wallet; `redirect` is the wallet's page.",
    params: z.object({ method: z.enum(payMethods) }),
    body: z.strictObject({ email, amount, currency, random, bonus: binaryFlag }),
    reply: redirectReply,
  }),
  reportPayment: defineCall({
    method: 'POST',
    path: '/api/report/:method',
    access: 'client',
    source: 'funding 7',
    summary: 'Records a payment that the trader claims to have sent, for an operator to check.',
    params: z.object({ method: z.enum(reportMethods) }),
    body: z.strictObject({
      email,
      amount,
      currency,
      random,
      bonus: binaryFlag,
      fixed: binaryFlag,
      bitcoin: z.optional(text(100)),
    }),
    reply: extendPlainReply({ id: z.optional(z.string()) }),
  }),
  topUpSavedCard: defineCall({
    method: 'POST',
    path: '/api/report/quick',
    access: 'client',
    source: 'funding 7',
    summary: 'Quick top-up: charges the saved card through the same cascade.',
    body: paymentRequest,
    reply: extendPlainReply(cardReplyFields),
  }),
  payByNeteller: defineCall({
    method: 'POST',
    path: '/api/neteller',
    access: 'client',
    source: 'account 7',
    summary: 'Pays by Neteller. The secure id is passed on once and never kept.',
    body: z.strictObject({
      net_account: text(254).check(z.minLength(1)),
      secure_id: text(20).check(z.minLength(1)),
      amount,
      currency,
    }),
    reply: extendPlainReply({ id: z.optional(z.string()), status: z.optional(z.string()) }),
  }),
  openPaypalPayment: defineCall({
    method: 'POST',
    path: '/api/card/fast/orangeppl',
    access: 'client',
    source: 'account 7',
    summary: "Opens a payment by PayPal; `data.redirect_url` is PayPal's page.",
    body: z.strictObject({ bonus: binaryFlag, fixed: binaryFlag, email, currency, amount }),
    reply: z.object({
      status: z.string(),
      data: z.optional(z.object({ redirect_url: z.optional(z.string()) })),
      message: z.optional(z.string()),
      id: z.optional(z.string()),
    }),
  }),
  openSkrillPayment: defineCall({
    method: 'POST',
    path: '/api/card/fast/skrill',
    access: 'client',
    source: 'account 7',
    summary: "Opens a payment by Skrill; `redirect` is Skrill's page.",
    body: paymentRequest,
    reply: redirectReply,
  }),
  getSkrillPayment: defineCall({
    method: 'POST',
    path: '/api/card/listen/skrill',
    access: 'client',
    source: 'funding 7',
    summary: "State of a Skrill payment in Skrill's numbers: 2 success, 0 pending, below 0 failed.",
    body: z.strictObject({ transaction_id: z.uuid(), id: z.uuid() }),
    reply: z.object({ status: z.int(), message: z.optional(z.string()) }),
  }),
  getUnionpayPayment: defineCall({
    method: 'POST',
    path: '/api/unionpay/listen',
    access: 'client',
    source: 'account 7',
    summary: 'State of a UnionPay payment; RespCode 00 is success.',
    body: z.strictObject({ transaction_id: z.uuid() }),
    reply: extendPlainReply({ data: z.optional(z.object({ RespCode: z.string() })) }),
  }),
} as const
