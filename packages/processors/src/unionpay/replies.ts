import * as z from 'zod/mini'

import type { AttemptView, ReplyOutcome } from '../processor.ts'
import { readReply, toAttemptPhase } from '../shared/replies.ts'

/**
 * spec: account 4: 00 is success. UnionPay's own codes: 03, 04 and 05 are undecided, 01 has failed, the others were refused by the bank.
 */
const respCode = z.string().check(z.regex(/^[0-9A-Z]{2}$/))
export const unionpayListenFields = { return: z.boolean(), data: z.optional(z.object({ RespCode: respCode })) }

const listenSchema = z.object({ return: z.boolean(), data: z.object({ RespCode: respCode }) })

const undecidedCodes: readonly string[] = ['03', '04', '05']

export function interpretUnionpayListenReply(json: unknown): ReplyOutcome | null {
  const { reply, refusal } = readReply(listenSchema, json)
  if (reply === null) return refusal
  const { RespCode: code } = reply.data
  if (code === '00') return { kind: 'success' }
  if (undecidedCodes.includes(code)) return { kind: 'poll' }
  return code === '01'
    ? { kind: 'next', reason: code, code: 'orange.pay_fail' }
    : { kind: 'decline', code: 'orange.pay_fail' }
}

export function buildUnionpayListenReply(attempt: AttemptView): Record<string, unknown> {
  switch (toAttemptPhase(attempt.state)) {
    case 'success':
      return { return: true, data: { RespCode: '00' } }
    case 'again':
      return { return: false, data: { RespCode: '01' } }
    case 'final':
      return { return: false, data: { RespCode: '62' } }
    case 'waiting':
    case 'action':
      return { return: true, data: { RespCode: '05' } }
  }
}
