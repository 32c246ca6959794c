import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { amount, binaryFlag, extendPlainReply, slug } from './wire.ts'

const method = z.strictObject({ method: slug })

export const withdrawalCalls = {
  requestWithdrawal: defineCall({
    method: 'POST',
    path: '/api/withdrawal',
    access: 'client',
    source: 'account 7',
    summary: 'Requests a withdrawal, without moving money. `case` names the confirmation; turnovers in major units.',
    body: z.strictObject({ amount: amount.check(z.gt(0)), method: slug }),
    reply: extendPlainReply({
      case: z.optional(z.enum(['one', 'two', 'three', 'four'])),
      current_turnover: z.optional(z.number()),
      need_turnover: z.optional(z.number()),
      /** The session has ended: the client logs out. */
      need_auth: z.optional(z.boolean()),
    }),
  }),
  confirmWithdrawal: defineCall({
    method: 'POST',
    path: '/api/withdrawal/final',
    access: 'client',
    source: 'account 7',
    summary: "Confirms the trader's only unconfirmed request and moves its money to hold.",
    body: z.strictObject({ is_bonus: binaryFlag }),
    reply: extendPlainReply({ is_bonus: z.optional(binaryFlag) }),
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
  cancelWithdrawal: defineCall({
    method: 'POST',
    path: '/api/triggers/wdr',
    access: 'client',
    source: 'account 7',
    summary: 'Cancels a request that has not been confirmed.',
    body: method,
    reply: extendPlainReply({}),
  }),
} as const
