import { rateCodes } from '@tradefront/rules/rates/rate-codes'
import { tournamentTypes } from '@tradefront/rules/tournaments/prizes'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { operatorActions, type OperatorRole } from './operator-actions.ts'
import { currency, timeMs } from './wire.ts'

// Prizes and exchange rates that wait for a decision at the operators' desk.

/** Who can see them: who decides, and finance. */
export const prizeReaders: readonly OperatorRole[] = [
  ...new Set([
    ...operatorActions['prize.refuse'].roles,
    ...operatorActions['prize.note_sent'].roles,
    'finance' as const,
  ]),
]
export const rateReaders: readonly OperatorRole[] = [...operatorActions['rate.confirm'].roles, 'finance']

const prizeBase = {
  id: z.uuid(),
  trader: z.object({ id: z.number(), name: z.string(), email: z.string(), country: z.string() }),
  tournament: z.number(),
  type: z.enum(tournamentTypes),
  rank: z.number(),
  /** Minor units of the base currency. */
  score: z.number(),
  endsAtMs: timeMs,
}

const deskPrize = z.discriminatedUnion('kind', [
  /** Above the approval limit, of a verified winner. In minor units of the account's currency. */
  z.object({ ...prizeBase, kind: z.literal('cash'), amount: z.number(), currency }),
  /** Must be sent to the winner. */
  z.object({ ...prizeBase, kind: z.literal('item'), item: z.string() }),
])
export type DeskPrize = z.infer<typeof deskPrize>

const reading = z.object({ rate: z.number(), atMs: timeMs })
const deskRate = z.object({
  /** USD for one coin, or units of a currency for one USD. */
  code: z.enum(rateCodes),
  /** The last one that was accepted. Null: never. */
  latest: z.nullable(reading),
  /** Has jumped, and waits for a confirmation. */
  held: z.nullable(reading),
  /** False: nothing is converted, because the rate is too old or held. */
  isOpen: z.boolean(),
})
export type DeskRate = z.infer<typeof deskRate>

export const decisionCalls = {
  listPrizes: defineCall({
    method: 'GET',
    path: '/api/desk/prizes',
    access: 'client',
    source: 'ours',
    summary: 'Prizes that wait for operators: cash above the approval limit, and what must be sent. The oldest first.',
    reply: z.object({ return: z.literal(true), prizes: z.array(deskPrize) }),
  }),
  listRates: defineCall({
    method: 'GET',
    path: '/api/desk/rates',
    access: 'client',
    source: 'ours',
    summary: 'The exchange rates of all coins and currencies, and which wait for a confirmation.',
    reply: z.object({ return: z.literal(true), rates: z.array(deskRate) }),
  }),
}
