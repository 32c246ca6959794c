import { cardReplyFields } from '@tradefront/contract/cards'
import type { AttemptState } from '@tradefront/rules/deposits/deposit-state-machine'
import * as z from 'zod/mini'

import type { AttemptView, ReplyOutcome } from '../processor.ts'

/** What the files of the processors share: bounded words, reply schemas and the way a reply is read. */

/** A processor's words for the trader: bounded, and never with something in them that could be a card number. */
export const freeText = z.string().check(
  z.maxLength(300),
  z.overwrite((text) => text.replaceAll(/\d(?:[ -]?\d){11,18}/g, '…')),
)

/** A short code, status or reference. */
export const shortCode = z.string().check(z.maxLength(100), z.regex(/^[\w.: -]*$/))

/** An address the browser may be sent to. */
export const webUrl = z.string().check(z.maxLength(2000), z.regex(/^https?:\/\/[^\s"'<>\\]+$/))

/** The schema of a card reply on the wire: native fields of the specification, and what every card reply carries. */
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

/** The deposit in a reply, as far as a processor's file reads it. */
export const depositExcerpt = z.object({
  deposit: z.object({
    amount: z.number(),
    fixed: z.union([z.literal(0), z.literal(1)]),
    bonus: z.union([z.literal(0), z.literal(1)]),
  }),
})

/** Our server's own no before any processor was asked; only such a reply says that there is no deposit. */
const rejectionReply = z.object({ return: z.literal(false), error: z.string(), message: z.string(), deposit: z.null() })

/**
 * Makes `readStart` or `readListen` from a native schema and the table of what it means. Our own refusals read alike for
 * every processor; whatever the schema does not know is null.
 */
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

/** How an attempt stands, in the words that any processor's reply can be made of. */
export type AttemptPhase = 'waiting' | 'action' | 'success' | 'again' | 'final'

const phases: Record<AttemptState, AttemptPhase> = {
  sent: 'waiting',
  requires_action: 'action',
  pending: 'waiting',
  in_doubt: 'waiting',
  manual_review: 'waiting',
  succeeded: 'success',
  declined_soft: 'again',
  never_happened: 'again',
  declined_hard: 'final',
}

/** `again`: it came to nothing here, another processor may be asked. `final`: nobody else is asked. */
export function toAttemptPhase(state: AttemptState): AttemptPhase {
  return phases[state]
}

/** The page an attempt waits at, null when it waits for nothing or for something else. */
export function findRedirectUrl({ state, action }: AttemptView): string | null {
  return state === 'requires_action' && action?.kind === 'redirect' ? action.url : null
}

/** The words kept with a decline. */
export function getDeclineReason({ errorClass, state }: AttemptView): string {
  return errorClass ?? state
}
