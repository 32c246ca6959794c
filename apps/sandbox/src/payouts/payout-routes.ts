import { signatureHeader, signReply } from '@tradefront/processors/signature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'

import { createResponder } from '../control/respond-with-faults.ts'
import { parseInput } from '../http/http-error.ts'
import { requireSignedBodies } from '../http/signed-body.ts'
import { hmacSha256 } from '../platform/hmac-sha256.ts'
import type { Sandbox } from '../sandbox.ts'
import { findPayoutEnding, type SimulatedPayout } from './payout-ledger.ts'
import { type PayoutSimulator, payoutSimulators } from './payout-simulators.ts'

const ref = z.string().regex(/^[\w-]{1,64}$/)
const refBody = z.strictObject({ ref })
const createSendBody = (methods: readonly string[]) =>
  z.strictObject({
    ref,
    method: z.enum(methods),
    amount: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
    currency: z.string().regex(/^[A-Z]{3}$/),
    account: z.string().min(3).max(190),
    holder: z.string().min(1).max(130),
    most_coins: z
      .string()
      .regex(/^\d{1,12}(\.\d{1,18})?$/)
      .optional(),
  })

/** Routes by the protocol of docs/withdrawals.md. */
export function payoutRoutes(sandbox: Sandbox) {
  const { payouts, clock } = sandbox
  const respond = createResponder(sandbox)

  return async (app: FastifyInstance): Promise<void> => {
    const getSecrets = (request: FastifyRequest) => sandbox.getProcessorSecrets(request.url.split('/')[1] ?? '')
    requireSignedBodies(app, clock, getSecrets)
    app.addHook('onSend', async (request, reply, payload) => {
      if (typeof payload !== 'string') return
      const read = z.object({ ref }).safeParse(request.body)
      const signed = { status: reply.statusCode, path: request.url, ref: read.data?.ref ?? '', body: payload }
      void reply.header(signatureHeader, signReply(hmacSha256, getSecrets(request)[0], signed, clock.now()))
    })
    for (const simulator of payoutSimulators) registerPayouts(app, simulator)
  }

  function registerPayouts(app: FastifyInstance, simulator: PayoutSimulator): void {
    const { slug } = simulator
    const sendBody = createSendBody(simulator.methods)

    app.post(`/${slug}/send`, async (request, reply) => {
      const { ref: reference, most_coins: mostCoins = null, ...instruction } = parseInput(sendBody, request.body)
      const isFirstCall = payouts.findPayout(simulator, reference) === null
      const failureMode = isFirstCall && findPayoutEnding(instruction.amount) === 'lost' ? 'lost' : null
      await respond({ request, reply, slug, ref: reference, on: 'start', failureMode }, () =>
        toReply(payouts.createPayout(simulator, { ...instruction, reference, mostCoins })),
      )
    })
    app.post(`/${slug}/status`, async (request, reply) => {
      const { ref: reference } = parseInput(refBody, request.body)
      await respond({ request, reply, slug, ref: reference, on: 'status' }, () => {
        const payout = payouts.findPayout(simulator, reference)
        return payout === null ? { status: 'not_found' } : toReply(payout)
      })
    })
    app.post(`/${slug}/cancel`, async (request, reply) => {
      const { ref: reference } = parseInput(refBody, request.body)
      await respond({ request, reply, slug, ref: reference, on: 'cancel' }, () =>
        toReply(payouts.cancelPayout(simulator, reference)),
      )
    })
  }
}

function toReply({ status, reason, sentReference, sentAs }: SimulatedPayout): Record<string, unknown> {
  if (status === 'paid') return { status, sent_reference: sentReference, sent_as: sentAs }
  return status === 'refused' ? { status, reason } : { status }
}
