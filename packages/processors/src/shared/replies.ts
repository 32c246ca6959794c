import { cardReplyFields } from '@tradefront/contract/cards'
import type { AttemptState } from '@tradefront/rules/deposits/deposit-state-machine'
import * as z from 'zod/mini'

import type { AttemptView, ReplyOutcome } from '../processor.ts'

/** A processor's message for the trader: bounded, and without anything that could be a card number. */
export const freeText = z.string().check(
  z.maxLength(300),
  z.overwrite((text) => text.replaceAll(/\d(?:[ -]?\d){11,18}/g, '…')),
)

/** A short code, status or reference. */
export const shortCode = z.string().check(z.maxLength(100), z.regex(/^[\w.: -]*$/))

/** An address the browser may be sent to. */
export const webUrl = z.string().check(z.maxLength(2000), z.regex(/^https?:\/\/[^\s"'<>\\]+$/))

/** Schema of a card reply on the wire: the native fields and those of every card reply. */
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

/** The part of the deposit in a reply that processors read. */
export const depositExcerpt = z.object({
  deposit: z.object({
    amount: z.number(),
    fixed: z.union([z.literal(0), z.literal(1)]),
    bonus: z.union([z.literal(0), z.literal(1)]),
  }),
})

/** Our server's own refusal before a processor is called; the only reply with `deposit: null`. */
const rejectionReply = z.object({ return: z.literal(false), error: z.string(), message: z.string(), deposit: z.null() })

/** Builds an interpreter from a native schema and its meaning. Handles our own refusals; returns null for unreadable replies. */
export function createInterpreter<S extends z.ZodMiniType>(
  schema: S,
  toOutcome: (reply: z.output<S>) => ReplyOutcome | null,
) {
  return (reply: unknown): ReplyOutcome | null => {
    const rejection = rejectionReply.safeParse(reply)
    if (rejection.success) return interpretRejection(rejection.data)
    const read = schema.safeParse(reply)
    return read.success ? toOutcome(read.data) : null
  }
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

/** State of an attempt, reduced to what native replies distinguish. */
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

/** `again`: the next processor can be tried. `final`: the cascade ends. */
export function toAttemptPhase(state: AttemptState): AttemptPhase {
  return phases[state]
}

/** The page that an attempt waits for, or null. */
export function findRedirectUrl({ state, action }: AttemptView): string | null {
  return state === 'requires_action' && action?.kind === 'redirect' ? action.url : null
}

export function getDeclineReason({ errorClass, state }: AttemptView): string {
  return errorClass ?? state
}
