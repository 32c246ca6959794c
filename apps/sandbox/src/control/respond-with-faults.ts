import { setTimeout as sleep } from 'node:timers/promises'

import type { FailureMode } from '@tradefront/processors/simulator/charge'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { leaveUnanswered, resetConnection } from '../http/broken-reply.ts'
import { HttpError } from '../http/http-error.ts'
import type { Sandbox } from '../sandbox.ts'
import type { FaultRule } from './faults.ts'

type SimulatedCall = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly slug: string
  readonly ref: string
  readonly on: FaultRule['on']
  /** Fault that the card or payout asks for. */
  readonly failureMode?: FailureMode | null
  readonly slowMs?: number
}

type Answer = Record<string, unknown>

/** Creates a function that answers a call with the faults of the control page and those of the call itself. */
export function createResponder(sandbox: Sandbox) {
  return async (
    call: SimulatedCall,
    run: (matchedFaults: readonly FaultRule[]) => Answer | Promise<Answer>,
  ): Promise<void> => {
    const { request, reply, slug, failureMode = null, slowMs = 0 } = call
    const matchedFaults = sandbox.faults.matchRules(call.on, slug, call.ref)
    const acts = new Set<string>([
      ...matchedFaults.map((rule) => rule.act),
      ...(failureMode === null ? [] : [failureMode]),
    ])
    const waitMs = matchedFaults.reduce(
      (sum, rule) => sum + (rule.act === 'delay' ? rule.ms : 0),
      slowMs * sandbox.waitScale,
    )
    if (waitMs > 0) await sleep(waitMs)
    if (acts.has('timeout')) return leaveUnanswered(request, reply)
    if (acts.has('reset')) return resetConnection(reply)
    if (acts.has('error')) return void (await reply.code(500).send({ error: 'internal' }))
    const answer = await run(matchedFaults)
    if (!sandbox.isDurable()) throw new HttpError(503, 'The change could not be written.')
    if (acts.has('lost')) return resetConnection(reply)
    if (acts.has('error_after')) return void (await reply.code(500).send({ error: 'internal' }))
    if (acts.has('garbage')) return void (await reply.type('application/json').send('{"psp_ref": "'))
    await reply.send({ ...answer, ref: call.ref })
  }
}
