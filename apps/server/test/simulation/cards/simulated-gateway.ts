import { cleanJson } from '@tradefront/processors/shared/clean-text'
import * as z from 'zod'

import type { ProcessorResponse, ProcessorGateway } from '../../../src/gateways/processor-gateway.ts'
import { type SimulatedProcessors, toChargeStatus } from './simulated-processors.ts'
import type { Charge } from './charge-scenario.ts'
import type { Coverage } from './coverage.ts'
import type { Random } from '../../fixtures/seeded-random.ts'
import { buildNativeReply, buildPreCheckReply, getTestData } from './native-replies.ts'

const requestBody = z.object({
  ref: z.string(),
  refund_ref: z.string().default(''),
  amount: z.number().default(0),
  currency: z.string().default('USD'),
  card: z.object({ number: z.string() }).optional(),
  user_id: z.string().default(''),
})

export type GatewayRequest = {
  readonly slug: string
  readonly verb: string
  readonly body: z.output<typeof requestBody>
}

/**
 * `never_sent`: the request is not executed. `late`: executed after its time-out. Others: executed, but the reply is missing, unreadable or
 * (`curt`) without details.
 */
export const callFailures = ['never_sent', 'late', 'timeout', 'status_5xx', 'network', 'unreadable', 'curt'] as const
export type CallFailure = (typeof callFailures)[number]

type SimulatedGatewayDeps = {
  readonly processors: SimulatedProcessors
  readonly random: Random
  readonly coverage: Coverage
  readonly drawFailure: (verb: string) => CallFailure | null
  /** Waits for its turn: other operations or a crash can come between. */
  readonly waitForScheduler: () => Promise<void>
  /** Called before a start request is sent. */
  readonly onStart: (request: GatewayRequest['body']) => Promise<void>
  /** Called before the reply. */
  readonly onExecuted?: (charge: Charge) => void
}

/** Creates processors in memory, with random failures until `stopFailures`. */
export function createSimulatedGateway({
  processors,
  random,
  coverage,
  drawFailure,
  waitForScheduler,
  onStart,
  onExecuted,
}: SimulatedGatewayDeps) {
  /** Requests that timed out and can still arrive. */
  const delayedRequests: GatewayRequest[] = []
  const state = { isCalm: false }

  const executeRequest = ({ slug, verb, body }: GatewayRequest): Record<string, unknown> | null => {
    switch (verb) {
      case 'start': {
        const { preCheckReplies } = getTestData(slug)
        if (preCheckReplies !== undefined)
          return buildPreCheckReply(random.chance(0.8) ? preCheckReplies.passed : random.pick(preCheckReplies.rejected))
        return buildNativeReply(
          processors.startCharge(slug, body.ref, body.amount, body.currency, Number(body.user_id)),
        )
      }
      case 'complete': {
        const charge = processors.completeCharge(body.ref)
        return charge === undefined ? null : buildNativeReply(charge)
      }
      case 'status':
        return toChargeStatus(processors.charges.get(body.ref))
      case 'cancel':
        return toChargeStatus(processors.cancelCharge(slug, body.ref))
      case 'refund':
        return { status: processors.refundCharge(body.ref, body.refund_ref, body.amount).state }
      default:
        return null
    }
  }

  /** Leaves out the amount taken, or the native reply. */
  const omitDetails = (json: Record<string, unknown>): Record<string, unknown> =>
    'amount' in json && 'reply' in json ? { ...json, amount: null, currency: null } : { ...json, reply: undefined }

  const toResponse = (json: Record<string, unknown> | null, failure: CallFailure | null): ProcessorResponse => {
    switch (failure) {
      case null:
        return json === null ? { ok: false, fault: 'refused' } : { ok: true, json: cleanJson(json), status: 200 }
      case 'curt':
        return json === null
          ? { ok: false, fault: 'refused' }
          : { ok: true, json: cleanJson(omitDetails(json)), status: 200 }
      case 'unreadable':
        return { ok: true, json: { nonsense: true }, status: 200 }
      case 'late':
      case 'never_sent':
        return { ok: false, fault: 'timeout' }
      default:
        return { ok: false, fault: failure }
    }
  }

  const gateway: ProcessorGateway = {
    async sendRequest({ slug }, request) {
      const verb = request.call
      const requested = { slug, verb, body: requestBody.parse(request.body) }
      if (verb === 'start') await onStart(requested.body)
      if (verb === 'complete') processors.completionRequests.push(requested.body.ref)
      await waitForScheduler()
      const failure = state.isCalm ? null : drawFailure(verb)
      if (failure !== null) coverage.count(`call: ${failure}`)
      const isExecuted = failure !== 'late' && failure !== 'never_sent'
      if (failure === 'late') delayedRequests.push(requested)
      const json = isExecuted ? executeRequest(requested) : null
      const charge = processors.charges.get(requested.body.ref)
      if (isExecuted && charge !== undefined && (verb === 'start' || verb === 'complete')) onExecuted?.(charge)
      await waitForScheduler()
      return toResponse(json, failure)
    },
    isWebhookGenuine: () => Promise.resolve(true),
    isConnected: () => Promise.resolve(true),
    close: () => undefined,
  }

  return {
    gateway,
    deliverDelayedRequest() {
      const requested = delayedRequests.shift()
      if (requested !== undefined) executeRequest(requested)
      return requested !== undefined
    },
    stopFailures() {
      state.isCalm = true
      while (this.deliverDelayedRequest());
      for (const charge of processors.charges.values()) processors.decideCharge(charge)
    },
  }
}
