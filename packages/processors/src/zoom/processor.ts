import { defineCall } from '@tradefront/contract/call'
import { paymentRequest } from '@tradefront/contract/cards'
import { amount } from '@tradefront/contract/wire'
import * as z from 'zod/mini'

import type { AttemptView, ReplyOutcome, Processor, TokenSession } from '../processor.ts'
import { shortCode, createInterpreter, toAttemptPhase, cardReplySchema, webUrl } from '../shared/replies.ts'
import { parsePaymentRequest } from '../shared/requests.ts'
import { createStandardUpstream } from '../shared/standard-upstream.ts'

const fieldName = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_-]{0,59}$/))

/** `cnu`, `cvv` and `exp` name the fields of the hidden form; they never carry values. `amount` in major units. */
const session = z.object({
  amount,
  session_key: shortCode,
  cnu: fieldName,
  cvv: fieldName,
  exp: fieldName,
  /** Ours: where the remote script is loaded from. */
  script_url: webUrl,
})

/** `code` 0 is success. `status` (ours) is for what a code can't say. `REFUSED`: no other processor is asked. */
const native = {
  return: z.optional(z.boolean()),
  session: z.optional(session),
  code: z.optional(z.int()),
  status: z.optional(z.enum(['PENDING', 'REFUSED'])),
}
const reply = z.object(native)

const sessionBody = z.strictObject({ action: z.literal('session'), amount })
const tokenBody = z.strictObject({ ...paymentRequest.shape, token: z.string().check(z.regex(/^[\w.-]{8,200}$/)) })

export const zoom: Processor = {
  name: 'ZOOM',
  canCharge: true,
  calls: [
    {
      operation: 'start',
      buildBody: ({ payment }) => ({ action: 'session', amount: payment.amount }),
      parsePayment: (body) => {
        const read = sessionBody.safeParse(body)
        return read.success ? { amount: read.data.amount, fixed: null, bonus: null } : null
      },
      call: defineCall({
        method: 'POST',
        path: '/api/zoom',
        access: 'client',
        source: 'funding 7',
        summary: 'Asks ZOOM for a session in which the browser turns the card into a token.',
        body: sessionBody,
        reply: cardReplySchema(native),
      }),
    },
    {
      operation: 'complete',
      buildBody: ({ payment, token }) => ({ ...payment, token }),
      parsePayment: parsePaymentRequest,
      parseSecret: (body) => {
        const read = tokenBody.safeParse(body)
        return read.success ? { token: read.data.token } : {}
      },
      call: defineCall({
        method: 'POST',
        path: '/api/card/fast/zoom',
        access: 'client',
        source: 'funding 7',
        summary: 'Charges the token.',
        body: tokenBody,
        reply: cardReplySchema(native),
      }),
    },
  ],
  interpretStartReply: createInterpreter(reply, toOutcome),
  interpretDecline: ({ status, reason }) =>
    status === 'declined_hard' ? { kind: 'decline', code: 'cards.declined' } : { kind: 'next', reason },
  buildStartReply,
  upstream: createStandardUpstream('zoom', reply),
}

/** spec: funding 4, ZOOM: a session first, then code 0 is success; on failure the cascade continues. */
function toOutcome(read: z.output<typeof reply>): ReplyOutcome | null {
  if (read.status === 'PENDING') return { kind: 'poll' }
  if (read.status === 'REFUSED') return { kind: 'decline', code: 'cards.declined' }
  if (read.code !== undefined)
    return read.code === 0 && read.return !== false
      ? { kind: 'success' }
      : { kind: 'next', reason: `code ${read.code}` }
  if (read.session !== undefined) return { kind: 'tokenise', session: toSession(read.session) }
  return read.return === false ? { kind: 'next', reason: 'no session' } : null
}

function toSession(read: z.output<typeof session>): TokenSession {
  return {
    key: read.session_key,
    amount: read.amount,
    scriptUrl: read.script_url,
    fields: { number: read.cnu, code: read.cvv, expiry: read.exp },
  }
}

function buildStartReply({ state, action }: AttemptView): Record<string, unknown> {
  switch (toAttemptPhase(state)) {
    case 'action': {
      if (action?.kind !== 'tokenise') return { return: true, status: 'PENDING' }
      const { key, amount: amountDue, scriptUrl, fields } = action.session
      const fieldNames = { cnu: fields.number, cvv: fields.code, exp: fields.expiry }
      return { return: true, session: { amount: amountDue, session_key: key, ...fieldNames, script_url: scriptUrl } }
    }
    case 'waiting':
      return { return: true, status: 'PENDING' }
    case 'success':
      return { return: true, code: 0 }
    case 'again':
      return { return: false, code: 1 }
    case 'final':
      return { return: false, status: 'REFUSED' }
  }
}
