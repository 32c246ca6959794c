import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'

import { type Charge, toChargeStatus } from '@tradefront/processors/simulator/charge'
import type { ChargeSimulator, CheckSimulator } from '@tradefront/processors/simulator/processor-simulator'
import { signatureHeader, signReply } from '@tradefront/processors/signature'
import { createResponder } from '../control/respond-with-faults.ts'
import { listStatementRows } from '../control/statement.ts'
import { findMagicCard } from '@tradefront/processors/simulator/magic-cards'
import { simulators } from '@tradefront/processors/simulators'
import { zoomPaths } from '@tradefront/processors/zoom/paths'
import { parseInput, HttpError } from '../http/http-error.ts'
import { hmacSha256 } from '../platform/hmac-sha256.ts'
import type { Sandbox } from '../sandbox.ts'
import { parseCardholderScript } from './cardholder-script.ts'
import { requireSignedBodies } from '../http/signed-body.ts'

const ref = z.string().regex(/^[\w-]{1,64}$/)
const minor = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const currency = z.string().regex(/^[A-Z]{3}$/)
const address = z.url({ protocol: /^https?$/ }).max(2000)

const startBody = z.strictObject({
  ref,
  amount: minor,
  currency,
  /** Sent to card processors. */
  card: z
    .strictObject({
      number: z.string().regex(/^\d{12,19}$/),
      exp_month: z.number().int().min(1).max(12),
      exp_year: z.number().int().min(2000).max(2099),
      first_name: z.string().max(100),
      last_name: z.string().max(100),
      brand: z.string().max(20),
    })
    .optional(),
  /** Sent to wallets. */
  account: z
    .strictObject({
      email: z.email().max(254),
      id: z.string().max(254).optional(),
      secure_id: z.string().max(20).optional(),
    })
    .optional(),
  country: z.string().regex(/^[A-Z]{2}$/),
  /** Line on the card statement. */
  descriptor: z
    .string()
    .regex(/^[A-Za-z0-9 .*-]{1,22}$/)
    .optional(),
  user_id: z.string().max(64),
  return_url: address,
  notify_url: address,
  not3d: z.literal(1).optional(),
})
const completeBody = z.strictObject({ ref, token: z.string().max(200).optional(), cvv: z.string().max(10).optional() })
const refBody = z.strictObject({ ref })
const time = z.iso.datetime({ precision: 3 })
const statementBody = z.strictObject({ from: time, to: time, offset: z.number().int().min(0) })
const refundBody = z.strictObject({ ref, refund_ref: ref, amount: minor, currency })

const statementPageRows = 200

/** Routes by the protocol of docs/processors.md. `baseUrl` returns the origin of the pages. */
export function processorRoutes(sandbox: Sandbox, baseUrl: () => string) {
  const { ledger, clock, zoomTokens } = sandbox
  const respond = createResponder(sandbox)

  return async (app: FastifyInstance): Promise<void> => {
    const getSecrets = (request: FastifyRequest) => sandbox.getProcessorSecrets(request.url.split('/')[1] ?? '')
    requireSignedBodies(app, clock, getSecrets)
    app.addHook('onSend', async (request, reply, payload) => {
      if (typeof payload !== 'string') return
      const signed = { status: reply.statusCode, path: request.url, ref: readRef(request.body), body: payload }
      void reply.header(signatureHeader, signReply(hmacSha256, getSecrets(request)[0], signed, clock.now()))
    })

    for (const simulator of simulators) {
      if (simulator.chargesAt === 'never') registerCheckRoute(app, simulator)
      else registerChargeRoutes(app, simulator)
    }
  }

  function registerCheckRoute(
    app: FastifyInstance,
    { slug, scriptNames, buildReply: buildCheckReply }: CheckSimulator,
  ) {
    app.post(`/${slug}/start`, async (request, reply) => {
      const body = parseInput(startBody, request.body)
      const { ref: reference } = body
      const script = parseCardholderScript(findScript(body), scriptNames)
      const answer = buildCheckReply(findMagicCard(body.card?.number ?? ''), script.tokens)
      const isFailing = answer === null || script.failureMode === 'error'
      const failureMode = isFailing ? 'error' : script.failureMode
      const noCharge = { psp_ref: null, amount: null, currency: null, redirect_url: null }
      await respond({ request, reply, slug, ref: reference, on: 'start', failureMode, slowMs: script.slowMs }, () => ({
        ...noCharge,
        reply: answer ?? {},
      }))
    })
  }

  function registerChargeRoutes(app: FastifyInstance, simulator: ChargeSimulator): void {
    const { slug } = simulator

    app.post(`/${slug}/start`, async (request, reply) => {
      const body = parseInput(startBody, request.body)
      const card = findMagicCard(body.card?.number ?? '')
      const script = parseCardholderScript(findScript(body), simulator.scriptNames)
      const plan = simulator.planCharge(card, script.tokens, body.account?.secure_id)
      const failureMode = script.failureMode ?? plan.failureMode ?? card.failureMode ?? null
      const isFirstCall = ledger.findCharge(slug, body.ref) === undefined
      const failureHere = isFirstCall && simulator.chargesAt === 'start' ? failureMode : null
      await respond(
        { request, reply, slug, ref: body.ref, on: 'start', failureMode: failureHere, slowMs: script.slowMs },
        async () => {
          const result = ledger.createCharge({
            slug,
            reference: body.ref,
            amount: body.amount,
            currency: body.currency,
            userId: body.user_id,
            last4: body.card?.number.slice(-4) ?? '',
            ...(body.descriptor !== undefined && { descriptor: body.descriptor }),
            returnUrl: body.return_url,
            notifyUrl: body.notify_url,
            plan,
            failureMode,
            hasDuplicateWebhooks: script.hasDuplicateWebhooks,
          })
          if (result.kind === 'cancelled') throw new HttpError(409, 'cancelled')
          if (result.kind === 'new') await notifyIfChanged(reply, result.charge, null)
          return buildReply(simulator, result.charge)
        },
      )
    })

    if (simulator.chargesAt === 'complete') {
      app.post(`/${slug}/complete`, async (request, reply) => {
        const body = parseInput(completeBody, request.body)
        const charge = ledger.findCharge(slug, body.ref)
        if (charge === undefined) throw new HttpError(ledger.isCancelled(slug, body.ref) ? 409 : 404, 'ref')
        const isFirstCall = charge.state === 'requires_action'
        // A lost request is never charged; no second token or code is accepted.
        if (isFirstCall && charge.failureMode === 'timeout') ledger.cancelCharge(slug, charge.reference)
        await respond(
          { request, reply, slug, ref: body.ref, on: 'complete', failureMode: isFirstCall ? charge.failureMode : null },
          async () => {
            const completed = completeCharge(charge, body)
            if (isFirstCall) await notifyIfChanged(reply, completed, charge)
            return buildReply(simulator, completed)
          },
        )
      })
    }

    app.post(`/${slug}/status`, async (request, reply) => {
      const body = parseInput(refBody, request.body)
      await respond({ request, reply, slug, ref: body.ref, on: 'status' }, () => getChargeStatus(simulator, body.ref))
    })

    app.post(`/${slug}/cancel`, async (request, reply) => {
      const body = parseInput(refBody, request.body)
      await respond({ request, reply, slug, ref: body.ref, on: 'cancel' }, () => {
        ledger.cancelCharge(slug, body.ref)
        return getChargeStatus(simulator, body.ref)
      })
    })

    app.post(`/${slug}/refund`, async (request, reply) => {
      const { ref: reference, refund_ref, ...rest } = parseInput(refundBody, request.body)
      await respond({ request, reply, slug, ref: reference, on: 'refund' }, (matchedFaults) => {
        const outcome = matchedFaults.some(({ act }) => act === 'refund_pending')
          ? 'pending'
          : matchedFaults.some(({ act }) => act === 'refund_refused')
            ? 'refused'
            : 'refunded'
        const status = ledger.refundCharge(simulator, { reference, refundReference: refund_ref, ...rest }, outcome)
        return { refund_ref, status }
      })
    })

    app.post(`/${slug}/statement`, async (request, reply) => {
      const { from, to, offset } = parseInput(statementBody, request.body)
      await respond({ request, reply, slug, ref: '', on: 'statement' }, () => {
        const rows = listStatementRows(ledger).filter(
          (row) => row.processor === simulator.name && row.updated_at >= from && row.updated_at < to,
        )
        const next = offset + statementPageRows
        return { rows: rows.slice(offset, next), next_offset: next < rows.length ? next : null }
      })
    })
  }

  /** Completes a charge by a token, or by a code after the page was confirmed. */
  function completeCharge(charge: Charge, { token, cvv }: z.infer<typeof completeBody>): Charge {
    if (charge.flow === 'token') {
      const isValidToken = token !== undefined && zoomTokens.consumeToken(charge.processorReference, token, clock.now())
      return isValidToken ? ledger.authorizeCharge(charge) : ledger.declineCharge(charge)
    }
    if (charge.flow === 'page_and_code' && !charge.isConfirmed) return charge
    return cvv === undefined ? charge : ledger.authorizeCharge(charge)
  }

  function getChargeStatus(simulator: ChargeSimulator, reference: string): Record<string, unknown> {
    const charge = ledger.findCharge(simulator.slug, reference)
    if (charge?.state === 'requires_action') {
      // Returns the reply again, because it can have been lost.
      const { redirect_url, reply } = buildReply(simulator, charge)
      return { ...toChargeStatus(charge, simulator.toNativeReason), redirect_url, reply }
    }
    if (charge !== undefined) return toChargeStatus(charge, simulator.toNativeReason)
    return { status: ledger.isCancelled(simulator.slug, reference) ? 'cancelled' : 'not_found' }
  }

  function buildReply(simulator: ChargeSimulator, charge: Charge) {
    const page = `${baseUrl()}/${simulator.slug}/pay/${charge.processorReference}`
    const hasPage = charge.state === 'requires_action' && (charge.flow === 'page' || charge.flow === 'page_and_code')
    const captured =
      charge.state === 'succeeded'
        ? { amount: charge.amount, currency: charge.currency }
        : { amount: null, currency: null }
    return {
      psp_ref: charge.processorReference,
      ...captured,
      redirect_url: hasPage ? page : null,
      reply: simulator.buildReply(charge, { page, script: `${baseUrl()}${zoomPaths.script}` }),
    }
  }

  /** Notifies the merchant after the reply, or before it if the card asks for an early webhook. */
  async function notifyIfChanged(reply: FastifyReply, charge: Charge, before: Charge | null): Promise<void> {
    if (charge.state === 'requires_action' || charge.state === before?.state) return
    if (charge.failureMode === 'early_webhook') return sandbox.notifyMerchant(charge)
    reply.raw.once('close', () => void sandbox.notifyMerchant(charge))
  }
}

/** Finds the script: the cardholder's last name, or the account at the wallet, which is its own id or the e-mail address. */
function findScript({ card, account }: z.infer<typeof startBody>): string {
  return card?.last_name ?? account?.id ?? account?.email ?? ''
}

function readRef(body: unknown): string {
  const read = z.object({ ref }).safeParse(body)
  return read.success ? read.data.ref : ''
}
