import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'

import { type Charge, type Quirk, statusOf } from './charge.ts'
import type { Desk } from './desk.ts'
import type { FaultRule } from './faults.ts'
import { magicCardOf } from './magic-cards.ts'
import { fraudReply, fraudScriptNames } from './processors/fraud.ts'
import { desks } from './processors/registry.ts'
import { read, Refusal } from './refusal.ts'
import type { Sandbox } from './sandbox.ts'
import { readScript } from './script.ts'
import { takeSignedBodies } from './signed-body.ts'

const ref = z.string().regex(/^[\w-]{1,64}$/)
const minor = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const currency = z.string().regex(/^[A-Z]{3}$/)
const address = z.url({ protocol: /^https?$/ }).max(2000)

const startBody = z.strictObject({
  ref,
  amount: minor,
  currency,
  card: z.strictObject({
    number: z.string().regex(/^\d{12,19}$/),
    exp_month: z.number().int().min(1).max(12),
    exp_year: z.number().int().min(2000).max(2099),
    first_name: z.string().max(100),
    last_name: z.string().max(100),
    brand: z.string().max(20),
  }),
  country: z.string().regex(/^[A-Z]{2}$/),
  user_id: z.string().max(64),
  return_url: address,
  notify_url: address,
  not3d: z.literal(1).optional(),
})
const completeBody = z.strictObject({ ref, token: z.string().max(200).optional(), cvv: z.string().max(10).optional() })
const refBody = z.strictObject({ ref })
const refundBody = z.strictObject({ ref, refund_ref: ref, amount: minor, currency })

/** One call on its way to an answer. */
type Turn = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly slug: string
  readonly ref: string
  readonly on: FaultRule['on']
  readonly quirk?: Quirk | null
  readonly slowMs?: number
}

/** The protocol between the server and every processor, signed both ways. `baseUrl` gives the origin its pages stand on. */
export function upstreamRoutes(sandbox: Sandbox, baseUrl: () => string) {
  const { bank, faults, time, tokens } = sandbox

  return async (app: FastifyInstance): Promise<void> => {
    takeSignedBodies(app, sandbox)

    app.post('/fraud/start', async (request, reply) => {
      const { card, ref: own } = read(startBody, request.body)
      const script = readScript(card.last_name, fraudScriptNames)
      const answer = fraudReply(magicCardOf(card.number), script.tokens)
      const failed = answer === null || script.quirk === 'error'
      const quirk = failed ? 'error' : script.quirk
      const nothingTaken = { psp_ref: null, amount: null, currency: null, redirect_url: null }
      await finish({ request, reply, slug: 'fraud', ref: own, on: 'start', quirk, slowMs: script.slowMs }, () => ({
        ...nothingTaken,
        reply: answer ?? {},
      }))
    })

    for (const desk of desks) deskRoutes(app, desk)
  }

  function deskRoutes(app: FastifyInstance, desk: Desk): void {
    const { slug } = desk

    app.post(`/${slug}/start`, async (request, reply) => {
      const body = read(startBody, request.body)
      const card = magicCardOf(body.card.number)
      const script = readScript(body.card.last_name, desk.scriptNames)
      const quirk = script.quirk ?? card.quirk ?? null
      const fresh = bank.find(slug, body.ref) === undefined
      const here = fresh && desk.chargesAt === 'start' ? quirk : null
      await finish(
        { request, reply, slug, ref: body.ref, on: 'start', quirk: here, slowMs: script.slowMs },
        async () => {
          const made = bank.start({
            slug,
            ref: body.ref,
            amount: body.amount,
            currency: body.currency,
            userId: body.user_id,
            last4: body.card.number.slice(-4),
            returnUrl: body.return_url,
            notifyUrl: body.notify_url,
            intent: desk.intend(card, script.tokens),
            quirk,
            doubled: script.doubled,
          })
          if (made.kind === 'cancelled') throw new Refusal(409, 'cancelled')
          if (made.kind === 'new') await announceMoved(reply, made.charge, null)
          return answerFor(desk, made.charge)
        },
      )
    })

    if (desk.chargesAt === 'complete') {
      app.post(`/${slug}/complete`, async (request, reply) => {
        const body = read(completeBody, request.body)
        const charge = bank.find(slug, body.ref)
        if (charge === undefined) throw new Refusal(bank.isCancelled(slug, body.ref) ? 409 : 404, 'ref')
        const fresh = charge.state === 'requires_action'
        // What never arrives is never charged; nothing waits for a second token or code.
        if (fresh && charge.quirk === 'timeout') bank.cancel(slug, charge.ref)
        await finish(
          { request, reply, slug, ref: body.ref, on: 'complete', quirk: fresh ? charge.quirk : null },
          async () => {
            const settled = complete(charge, body)
            if (fresh) await announceMoved(reply, settled, charge)
            return answerFor(desk, settled)
          },
        )
      })
    }

    app.post(`/${slug}/status`, async (request, reply) => {
      const body = read(refBody, request.body)
      await finish({ request, reply, slug, ref: body.ref, on: 'status' }, () => standing(desk, body.ref))
    })

    app.post(`/${slug}/cancel`, async (request, reply) => {
      const body = read(refBody, request.body)
      await finish({ request, reply, slug, ref: body.ref, on: 'cancel' }, () => {
        bank.cancel(slug, body.ref)
        return standing(desk, body.ref)
      })
    })

    app.post(`/${slug}/refund`, async (request, reply) => {
      const { ref: own, refund_ref, ...rest } = read(refundBody, request.body)
      await finish({ request, reply, slug, ref: own, on: 'refund' }, (struck) => {
        const wish = struck.some(({ act }) => act === 'refund_pending')
          ? 'pending'
          : struck.some(({ act }) => act === 'refund_refused')
            ? 'refused'
            : 'refunded'
        return { status: bank.refund(desk, { ref: own, refundRef: refund_ref, ...rest }, wish) }
      })
    })

    app.post(`/${slug}/refund-status`, async (request, reply) => {
      const { refund_ref } = read(z.strictObject({ ref, refund_ref: ref }), request.body)
      const status = bank.refundStatus(slug, refund_ref)
      if (status === undefined) throw new Refusal(404, 'refund_ref')
      await reply.send({ status })
    })
  }

  /** The trader's part: a token that belongs to the session, or a code after the page where one was to be visited. */
  function complete(charge: Charge, { token, cvv }: z.infer<typeof completeBody>): Charge {
    if (charge.way === 'session') {
      const known = token !== undefined && tokens.take(charge.pspRef, token, time.now())
      return known ? bank.settle(charge) : bank.refuse(charge)
    }
    if (charge.way === 'start_dialog' && !charge.confirmed) return charge
    return cvv === undefined ? charge : bank.settle(charge)
  }

  function standing(desk: Desk, own: string): Record<string, unknown> {
    const charge = bank.find(desk.slug, own)
    if (charge?.state === 'requires_action') {
      // The reply that said what is waited for may have been lost: it is said again.
      const { redirect_url, reply } = answerFor(desk, charge)
      return { ...statusOf(charge, desk.wordFor), redirect_url, reply }
    }
    if (charge !== undefined) return statusOf(charge, desk.wordFor)
    return { status: bank.isCancelled(desk.slug, own) ? 'cancelled' : 'not_found' }
  }

  function answerFor(desk: Desk, charge: Charge) {
    const page = `${baseUrl()}/${desk.slug}/pay/${charge.pspRef}`
    const hasPage = charge.state === 'requires_action' && (charge.way === 'page' || charge.way === 'start_dialog')
    const taken =
      charge.state === 'succeeded'
        ? { amount: charge.amount, currency: charge.currency }
        : { amount: null, currency: null }
    return {
      psp_ref: charge.pspRef,
      ...taken,
      redirect_url: hasPage ? page : null,
      reply: desk.reply(charge, { page, script: `${baseUrl()}/zoom/script.js` }),
    }
  }

  /** A webhook for what has moved: after the reply, unless the card wants it before. */
  async function announceMoved(reply: FastifyReply, charge: Charge, before: Charge | null): Promise<void> {
    if (charge.state === 'requires_action' || charge.state === before?.state) return
    if (charge.quirk === 'early_webhook') return sandbox.announce(charge)
    reply.raw.once('close', () => void sandbox.announce(charge))
  }

  /** Does what was asked and answers, or fails to in the way that a rule or a quirk wants. */
  async function finish(turn: Turn, act: (struck: readonly FaultRule[]) => unknown): Promise<void> {
    const { request, reply, slug, quirk = null, slowMs = 0 } = turn
    const struck = faults.strike(turn.on, slug, turn.ref)
    const acts = new Set<string>([...struck.map((rule) => rule.act), ...(quirk === null ? [] : [quirk])])
    const waitMs = struck.reduce((sum, rule) => sum + (rule.act === 'delay' ? rule.ms : 0), slowMs * sandbox.waitScale)
    if (waitMs > 0) await sleep(waitMs)
    if (acts.has('timeout')) return silence(request, reply)
    if (acts.has('reset')) return cut(reply)
    if (acts.has('error')) return void (await reply.code(500).send({ error: 'internal' }))
    const answer = await act(struck)
    if (acts.has('lost')) return cut(reply)
    if (acts.has('error_after')) return void (await reply.code(500).send({ error: 'internal' }))
    if (acts.has('garbage')) return void (await reply.type('application/json').send('{"psp_ref": "'))
    await reply.send(answer)
  }
}

/** Nothing more is said; the caller's own patience ends it. */
function silence(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  request.raw.socket.setTimeout(120_000, () => request.raw.socket.destroy())
}

function cut(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.socket?.resetAndDestroy()
}
