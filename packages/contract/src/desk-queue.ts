import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { operatorActions, type OperatorRole, operatorRoles, type QueueKind, queueKinds } from './operator-actions.ts'
import { currency, timeMs } from './wire.ts'

// Calls of the operators' desk about everything that waits for operators, in one list.

/** Roles that can see each kind: those that can do something about it. */
export const queueReaders: Readonly<Record<QueueKind, readonly OperatorRole[]>> = {
  withdrawal: operatorActions['withdrawal.reject'].roles,
  claim: operatorActions['claim.reject'].roles,
  review: operatorActions['deposit.resolve_unpaid'].roles,
  suspense: operatorActions['deposit.accept'].roles,
  chargeback: operatorActions['chargeback.note'].roles,
  document: operatorActions['document.approve'].roles,
  ticket: operatorActions['ticket.answer'].roles,
  approval: operatorRoles,
  prize: operatorActions['prize.refuse'].roles,
  rate: operatorActions['rate.confirm'].roles,
  alert: operatorActions['alert.resolve'].roles,
}

/** What an operator can look at: everything, what they work on, what was put off, or one kind. */
export const queueFilters = ['all', 'mine', 'snoozed', ...queueKinds] as const
export type QueueFilter = (typeof queueFilters)[number]

export const queueRow = z.object({
  kind: z.enum(queueKinds),
  /** Id of the withdrawal, deposit, ticket, prize, command or alert, or code of the rate. For documents it is trader and kind, e.g. `12|passport`. */
  id: z.string(),
  trader: z.nullable(z.object({ id: z.number(), name: z.string(), email: z.string() })),
  amount: z.nullable(z.number()),
  currency: z.nullable(currency),
  /** Name and meaning of an alert, in English. Null for other kinds. */
  alert: z.nullable(z.object({ name: z.string(), meaning: z.string(), subject: z.string() })),
  sinceMs: timeMs,
  /** When it should be done. Null: no time was promised. */
  dueMs: z.nullable(timeMs),
  operator: z.nullable(z.string()),
  /** Null: the case is not put off. */
  snoozedUntilMs: z.nullable(timeMs),
})
export type QueueRow = z.infer<typeof queueRow>

export const queueCalls = {
  getQueue: defineCall({
    method: 'GET',
    path: '/api/desk/queue',
    access: 'client',
    source: 'ours',
    summary: 'All that waits for an operator of these roles: what should be done first comes first.',
    reply: z.object({ return: z.literal(true), rows: z.array(queueRow) }),
  }),
}
