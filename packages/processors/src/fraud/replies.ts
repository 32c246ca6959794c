import * as z from 'zod/mini'

import type { AttemptView, ReplyOutcome } from '../processor.ts'
import { readReply, freeText, getDeclineReason, shortCode } from '../shared/replies.ts'

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

const clearTexts: readonly string[] = ['', '0', 'false', 'no', 'off', 'none', 'null']

/** A flag of an unexpected type or value counts as set, so that it cannot switch the check off. */
const looseFlag = z.pipe(
  z.unknown(),
  z.transform((flag) =>
    typeof flag === 'string' ? !clearTexts.includes(flag.trim().toLowerCase()) : isPresent(flag) && flag !== 0,
  ),
)

/** Accepts any reason, also one that is not a short code. */
const looseReason = z.pipe(
  z.unknown(),
  z.transform((reason) => {
    if (!isPresent(reason) || reason === '') return undefined
    const code = shortCode.safeParse(typeof reason === 'number' ? String(reason) : reason)
    return code.success ? code.data : 'other'
  }),
)

const looseMessage = z.pipe(
  z.unknown(),
  z.transform((message) => {
    const text = freeText.safeParse(message)
    return text.success && text.data !== '' ? text.data : undefined
  }),
)

/** The reply in FRAUD's own words, of any type. */
export const fraudReplySchema = z.object({
  cascade: z.optional(looseFlag),
  fail_limit: z.optional(looseFlag),
  day_limit: z.optional(looseFlag),
  bad_card: z.optional(looseFlag),
  reason: z.optional(looseReason),
  message: z.optional(looseMessage),
})

/** spec: funding 4, FRAUD pre-check, in its order. */
export function interpretFraudReply(json: unknown): ReplyOutcome | null {
  const { reply, refusal } = readReply(fraudReplySchema, json)
  if (reply === null) return refusal
  if (reply.cascade === true || reply.fail_limit === true) return { kind: 'stop', reason: 'limit' }
  if (reply.day_limit === true) return { kind: 'stop', reason: 'day_limit' }
  if (reply.bad_card === true) return { kind: 'stop', reason: 'bad_card' }
  if (reply.reason !== undefined) return { kind: 'message', message: reply.message ?? reply.reason }
  return { kind: 'next', reason: 'passed' }
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false
}

/** Builds the reply of the pre-check. An unfinished check reads as passed, because the cascade does not wait for it. */
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
