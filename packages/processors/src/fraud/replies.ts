import * as z from 'zod/mini'

import type { AttemptView, ReplyOutcome } from '../processor.ts'
import { createInterpreter, freeText, getDeclineReason, shortCode } from '../shared/replies.ts'

const booleanOrBit = z.union([z.boolean(), z.literal(0), z.literal(1)])

/** Without a flag the card has passed (spec: funding 4, 7). */
export const fraudReplyFields = {
  cascade: z.optional(booleanOrBit),
  fail_limit: z.optional(booleanOrBit),
  day_limit: z.optional(booleanOrBit),
  bad_card: z.optional(booleanOrBit),
  reason: z.optional(shortCode),
  message: z.optional(freeText),
}
export const fraudReplySchema = z.object(fraudReplyFields)

export const interpretFraudReply = createInterpreter(fraudReplySchema, toOutcome)

/** spec: funding 4, FRAUD pre-check, in its order. */
function toOutcome(read: z.output<typeof fraudReplySchema>): ReplyOutcome {
  if (isSet(read.cascade) || isSet(read.fail_limit)) return { kind: 'stop', reason: 'limit' }
  if (isSet(read.day_limit)) return { kind: 'stop', reason: 'day_limit' }
  if (isSet(read.bad_card)) return { kind: 'stop', reason: 'bad_card' }
  if (read.reason) return { kind: 'message', message: read.message ?? read.reason }
  return { kind: 'next', reason: 'passed' }
}

function isSet(flag: boolean | 0 | 1 | undefined): boolean {
  return flag === true || flag === 1
}

/** An unfinished check reads as passed: the cascade does not wait for it. */
export function buildFraudReply(attempt: AttemptView): Record<string, unknown> {
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
