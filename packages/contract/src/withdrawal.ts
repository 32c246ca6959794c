import { withdrawalMethods } from '@tradefront/rules/withdrawal/methods'
import { payoutStates, withdrawalStates } from '@tradefront/rules/withdrawal/withdrawal-states'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { amount, binaryFlag, currency, emptyBody, extendPlainReply, singleLine, slug, timeMs } from './wire.ts'

const method = z.strictObject({ method: slug })
const withdrawalMethod = z.enum(withdrawalMethods)
const id = z.strictObject({ id: z.uuid() })
export const maxAccountChars = 120
const password = z.optional(z.string().check(z.maxLength(200)))
const caseName = z.enum(['one', 'two', 'three', 'four'])

/** Account to which money of a method can be sent. After a change, the 24 hours start again. */
const destinationView = z.object({
  id: z.uuid(),
  /** A part of the account as the trader wrote it. */
  account: z.string(),
  /** `unproved`: the code that was mailed has not been entered. */
  state: z.enum(['unproved', 'proved']),
  usableFromMs: timeMs,
  /** Number of tries that are left for the code, while it is unproved. */
  triesLeft: z.number(),
})
export type DestinationView = z.infer<typeof destinationView>

/** Amounts are in major units of the account's currency. */
const methodView = z.object({
  method: withdrawalMethod,
  feePercent: z.number(),
  feeFixed: z.number(),
  /** Fee in percent for untraded money that goes back as it came. */
  returnPercent: z.number(),
  min: z.number(),
  max: z.number(),
  /** The most that this method can withdraw now. If it is below `min`, nothing can be withdrawn. */
  available: z.number(),
  /** Time in which the money usually arrives after the approval. */
  hours: z.number(),
  /** Money that was paid in by this method and not sent back yet. A part of each withdrawal goes back to it first. */
  owed: z.number(),
  /** Null: there is none yet, or the method is a card, which needs none. */
  destination: z.nullable(destinationView),
})
export type WithdrawalMethodView = z.infer<typeof methodView>

const partView = z.object({
  method: withdrawalMethod,
  amount: z.number(),
  /** A part of the card or account number. */
  to: z.string(),
})

/** Effects of a withdrawal before it is confirmed. Amounts are in major units. */
const preview = z.object({
  amount: z.number(),
  fee: z.number(),
  /** The amount less the fee. It is the sum of the parts. */
  receives: z.number(),
  hours: z.number(),
  case: caseName,
  /** The part of the amount that is bonus money whose turnover is done. Only with `is_bonus: 1`. */
  from_bonus: z.number(),
  /** Bonus money that is frozen, and taken with the first payout, because its turnover is not done. */
  gives_up: z.number(),
  current_turnover: z.number(),
  need_turnover: z.number(),
  /** The part of the amount that was not traded: it goes back as it came. */
  untraded: z.number(),
  /** `is_refund`: the part goes back as it came. `most_coins` is the most coins that go back, as decimal text. */
  parts: z.array(z.extend(partView, { is_refund: z.boolean(), most_coins: z.nullable(z.string()) })),
})
export type WithdrawalPreview = z.infer<typeof preview>

const payoutView = z.extend(partView, {
  state: z.enum(payoutStates),
  /** The sender's reference, e.g. a transaction of a chain. */
  reference: z.nullable(z.string()),
  /** Amount that arrives, if it is in another currency, e.g. `0.01532 BTC`. */
  sent_as: z.nullable(z.string()),
})

/** Amounts are in major units of `currency`. */
const withdrawalView = z.object({
  id: z.uuid(),
  /** Short number for people: the last characters of the id. */
  number: z.string(),
  method: withdrawalMethod,
  currency,
  amount: z.number(),
  fee: z.number(),
  state: z.enum(withdrawalStates),
  case: caseName,
  /** An operator's reason for the trader. */
  reason: z.nullable(z.string()),
  /** Amount that came back to the account. */
  returned: z.number(),
  created_at: timeMs,
  confirmed_at: z.nullable(timeMs),
  ended_at: z.nullable(timeMs),
  can_cancel: z.boolean(),
  payouts: z.array(payoutView),
})
export type WithdrawalView = z.infer<typeof withdrawalView>

export const withdrawalsPerPage = 20

/** True if the session has ended: the client then logs out. */
const needAuth = { need_auth: z.optional(z.boolean()) }

export const withdrawalCalls = {
  requestWithdrawal: defineCall({
    method: 'POST',
    path: '/api/withdrawal',
    access: 'visitor',
    isOfAccount: true,
    source: 'account 7',
    summary:
      'Requests a withdrawal, without moving money, and gives up an earlier request that was not confirmed. `case` names the confirmation; turnovers in major units. Confirm it within 15 minutes.',
    body: z.strictObject({ amount: amount.check(z.gt(0)), method: slug }),
    reply: extendPlainReply({
      case: z.optional(caseName),
      current_turnover: z.optional(z.number()),
      need_turnover: z.optional(z.number()),
      ...needAuth,
      /** Ours: id for the confirmation, which is then safe to repeat. */
      id: z.optional(z.uuid()),
      /** Ours: preview of the withdrawal with the bonus (`is_bonus: 1`). */
      preview: z.optional(preview),
    }),
  }),
  confirmWithdrawal: defineCall({
    method: 'POST',
    path: '/api/withdrawal/final',
    access: 'visitor',
    isOfAccount: true,
    source: 'account 7',
    summary:
      "Confirms the trader's only unconfirmed request and moves its money to hold. It needs a password: `password` (ours), or a session whose log-in by password was at most 10 minutes ago. Otherwise it is refused with `withdrawal.password_needed`: log in again and repeat the call. With the `id` of the request (ours) a repeated call has the same answer.",
    body: z.strictObject({ is_bonus: binaryFlag, password, id: z.optional(z.uuid()) }),
    reply: extendPlainReply({
      is_bonus: z.optional(binaryFlag),
      ...needAuth,
      withdrawal: z.optional(withdrawalView),
    }),
  }),
  recordMethodTabOpened: defineCall({
    method: 'POST',
    path: '/api/triggers/wd',
    access: 'client',
    source: 'account 7',
    summary: 'Records that the tab of a method was opened.',
    body: method,
    reply: extendPlainReply({}),
  }),
  giveUpWithdrawal: defineCall({
    method: 'POST',
    path: '/api/triggers/wdr',
    access: 'client',
    source: 'account 7',
    summary:
      'Gives up the request by this method that has not been confirmed, with `id` (ours) only this one. Succeeds without one.',
    body: z.strictObject({ method: slug, id: z.optional(z.uuid()) }),
    reply: extendPlainReply({}),
  }),
  listWithdrawalMethods: defineCall({
    method: 'POST',
    path: '/api/withdrawal/methods',
    access: 'client',
    source: 'ours',
    summary:
      'The methods of `wd_methods` in their order, with terms and destinations, and the money that can be withdrawn. Major units.',
    body: emptyBody,
    reply: z.object({
      return: z.literal(true),
      currency,
      cash: z.number(),
      /** Bonus money whose turnover is done, so that it can be withdrawn. */
      freeBonus: z.number(),
      /** Bonus money that a withdrawal freezes, and takes with its first payout, because its turnover is not done. */
      givesUp: z.number(),
      caseName,
      currentTurnover: z.number(),
      needTurnover: z.number(),
      /** Debt of the trader after a charge was taken back: it blocks withdrawals and is taken from the next cash. */
      debt: z.number(),
      /** Part of the cash that was paid in and not traded yet: it goes back as it came, or is traded first. */
      untraded: z.number(),
      /** Turnover in own cash after which nothing is untraded. */
      leftToTrade: z.number(),
      /** Charges that were not traded, with the part of each that goes back as it came. */
      goesBack: z.array(partView),
      methods: z.array(methodView),
    }),
  }),
  previewWithdrawal: defineCall({
    method: 'POST',
    path: '/api/withdrawal/preview',
    access: 'client',
    source: 'ours',
    summary: 'What a withdrawal would do, or why it is refused. Changes nothing.',
    body: z.strictObject({ amount: amount.check(z.gt(0)), method: slug, isBonus: z.boolean() }),
    reply: extendPlainReply({ preview: z.optional(preview) }),
  }),
  listWithdrawals: defineCall({
    method: 'POST',
    path: '/api/withdrawal/list',
    access: 'client',
    source: 'ours',
    summary:
      'Confirmed withdrawals, newest first. Send the `next` of a reply as `before` to get the next page. The live event `user` comes with each change of one.',
    body: z.strictObject({ before: z.optional(z.uuid()) }),
    reply: z.object({
      return: z.literal(true),
      withdrawals: z.array(withdrawalView).check(z.maxLength(withdrawalsPerPage)),
      /** Null on the last page. */
      next: z.nullable(z.uuid()),
    }),
  }),
  getWithdrawal: defineCall({
    method: 'POST',
    path: '/api/withdrawal/show',
    access: 'client',
    source: 'ours',
    summary: 'One withdrawal, also for its receipt.',
    body: id,
    reply: z.object({ return: z.literal(true), withdrawal: withdrawalView }),
  }),
  cancelWithdrawal: defineCall({
    method: 'POST',
    path: '/api/withdrawal/cancel',
    access: 'client',
    source: 'ours',
    summary:
      'Cancels a withdrawal that waits for documents or for an operator: its money and the bonus that it has frozen return to the account.',
    body: id,
    reply: extendPlainReply({ withdrawal: z.optional(withdrawalView) }),
  }),
  addDestination: defineCall({
    method: 'POST',
    path: '/api/withdrawal/destination/add',
    access: 'client',
    isOfAccount: true,
    source: 'ours',
    summary:
      'Sets the account of a method, instead of an earlier one. A code is mailed to prove that it was the owner of the mailbox; it can be used 24 hours later.',
    body: z.strictObject({ method: slug, account: singleLine(maxAccountChars), password }),
    reply: extendPlainReply({ destination: z.optional(destinationView) }),
  }),
  proveDestination: defineCall({
    method: 'POST',
    path: '/api/withdrawal/destination/prove',
    access: 'client',
    source: 'ours',
    summary: 'Enters the code that was mailed. After five wrong ones the destination must be added again.',
    body: z.strictObject({ id: z.uuid(), code: z.string().check(z.regex(/^\s*\d{6}\s*$/)) }),
    reply: extendPlainReply({ destination: z.optional(destinationView) }),
  }),
  removeDestination: defineCall({
    method: 'POST',
    path: '/api/withdrawal/destination/remove',
    access: 'client',
    source: 'ours',
    summary: 'Removes an account that no waiting withdrawal needs.',
    body: id,
    reply: extendPlainReply({}),
  }),
} as const
