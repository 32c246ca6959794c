import { cardReplyFields } from '@tradefront/contract/cards'
import type { AttemptState } from '@tradefront/rules/deposits/deposit-state-machine'
import * as z from 'zod/mini'

import type { AttemptView, ReplyOutcome } from '../processor.ts'

/** A processor's message. Anything that could be a card number is removed. */
export const freeText = z.string().check(
  z.maxLength(300),
  z.overwrite((text) => text.replaceAll(/\d(?:[ -]?\d){11,18}/g, '…')),
)

/** A short code, status or reference. */
export const shortCode = z.string().check(z.maxLength(100), z.regex(/^[\w.: -]*$/))

export const webUrl = z.string().check(z.maxLength(2000), z.regex(/^https?:\/\/[^\s"'<>\\]+$/))

/** Returns the schema of a reply with its native fields and those of every card reply. */
export function cardReplySchema<const N extends z.core.$ZodLooseShape>(native: N) {
  return z.object({
    return: z.optional(z.boolean()),
    error: z.optional(z.string()),
    transaction_id: z.optional(z.string()),
    id: z.optional(z.string()),
    ...native,
    ...cardReplyFields,
  })
}

export const depositExcerpt = z.object({
  deposit: z.object({
    amount: z.number(),
    fixed: z.union([z.literal(0), z.literal(1)]),
    bonus: z.union([z.literal(0), z.literal(1)]),
  }),
})

/** Reply of our server when it refuses a call. Only this reply has `deposit: null`. */
const rejectionReply = z.object({ return: z.literal(false), error: z.string(), message: z.string(), deposit: z.null() })

/** Reads a reply. `refusal` is set if our server has refused the call. Without a reply and a refusal, it is unreadable. */
export function readReply<S extends z.ZodMiniType>(
  schema: S,
  json: unknown,
): { readonly reply: z.output<S> | null; readonly refusal: ReplyOutcome | null } {
  const rejection = rejectionReply.safeParse(json)
  if (rejection.success) return { reply: null, refusal: interpretRejection(rejection.data) }
  const read = schema.safeParse(json)
  return { reply: read.success ? read.data : null, refusal: null }
}

function interpretRejection({ error, message }: z.output<typeof rejectionReply>): ReplyOutcome {
  switch (error) {
    case 'cards.limit':
      return { kind: 'stop', reason: 'limit' }
    case 'cards.day_limit':
      return { kind: 'stop', reason: 'day_limit' }
    case 'cards.bad_card':
      return { kind: 'stop', reason: 'bad_card' }
    default:
      return { kind: 'message', message }
  }
}

export type AttemptPhase = 'waiting' | 'action' | 'success' | 'again' | 'final'

const phases: Record<AttemptState, AttemptPhase> = {
  sent: 'waiting',
  requires_action: 'action',
  pending: 'waiting',
  in_doubt: 'waiting',
  manual_review: 'waiting',
  succeeded: 'success',
  declined_soft: 'again',
  not_charged: 'again',
  declined_hard: 'final',
}

/** `again` means to try the next processor. `final` means that the cascade ends. */
export function toAttemptPhase(state: AttemptState): AttemptPhase {
  return phases[state]
}

export function findRedirectUrl({ state, action }: AttemptView): string | null {
  return state === 'requires_action' && action?.kind === 'redirect' ? action.url : null
}

export function getDeclineReason({ errorClass, state }: AttemptView): string {
  return errorClass ?? state
}
