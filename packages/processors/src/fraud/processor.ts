import { defineCall } from '@tradefront/contract/call'
import { paymentRequest } from '@tradefront/contract/cards'
import * as z from 'zod/mini'

import type { AttemptView, ReplyOutcome, Processor } from '../processor.ts'
import { shortCode, createInterpreter, getDeclineReason, cardReplySchema, freeText } from '../shared/replies.ts'
import { parsePaymentRequest } from '../shared/requests.ts'
import { createStandardUpstream } from '../shared/standard-upstream.ts'

const booleanOrBit = z.union([z.boolean(), z.literal(0), z.literal(1)])

/** Every field may be missing: no flag at all means that the card passed (spec: funding 4, 7). */
const native = {
  cascade: z.optional(booleanOrBit),
  fail_limit: z.optional(booleanOrBit),
  day_limit: z.optional(booleanOrBit),
  bad_card: z.optional(booleanOrBit),
  reason: z.optional(shortCode),
  message: z.optional(freeText),
}
const reply = z.object(native)

/** The pre-check: it never takes money, so the cascade goes on when it does not answer. */
export const fraud: Processor = {
  name: 'FRAUD',
  canCharge: false,
  calls: [
    {
      operation: 'start',
      parsePayment: parsePaymentRequest,
      call: defineCall({
        method: 'POST',
        path: '/api/fraud/card',
        access: 'client',
        source: 'funding 7',
        summary: 'Checks the card before anybody charges it.',
        body: paymentRequest,
        reply: cardReplySchema(native),
      }),
    },
  ],
  interpretStartReply: createInterpreter(reply, toOutcome),
  buildStartReply,
  rejectionReplies: {
    'cards.limit': { cascade: true, fail_limit: true },
    'cards.day_limit': { day_limit: true },
    'cards.bad_card': { bad_card: true },
  },
  upstream: createStandardUpstream('fraud', reply),
}

/** spec: funding 4, FRAUD pre-check, in its order. */
function toOutcome(read: z.output<typeof reply>): ReplyOutcome {
  if (isSet(read.cascade) || isSet(read.fail_limit)) return { kind: 'stop', reason: 'limit' }
  if (isSet(read.day_limit)) return { kind: 'stop', reason: 'day_limit' }
  if (isSet(read.bad_card)) return { kind: 'stop', reason: 'bad_card' }
  if (read.reason) return { kind: 'message', message: read.message ?? read.reason }
  return { kind: 'next', reason: 'passed' }
}

function isSet(flag: boolean | 0 | 1 | undefined): boolean {
  return flag === true || flag === 1
}

/** A check that is not through yet reads as passed: the cascade does not wait for it (spec: a request error also continues). */
function buildStartReply(attempt: AttemptView): Record<string, unknown> {
  if (attempt.state !== 'declined_hard') return {}
  switch (attempt.errorClass) {
    case 'limit':
      return { cascade: true, fail_limit: true }
    case 'day_limit':
      return { day_limit: true }
    case 'bad_card':
      return { bad_card: true }
    default:
      return { reason: 'declined', message: getDeclineReason(attempt) }
  }
}
