import type { UpstreamRequest } from '@tradefront/processors/processor'
import { z } from 'zod'

import type { Answer, ProcessorGateway } from '../../../gateways/processor-gateway.ts'
import { type Books, statusOf } from './simulated-processors.ts'
import type { Charge } from './charge-scenario.ts'
import type { Random } from './seeded-random.ts'
import { fraudReply, replyOf } from './native-replies.ts'

const requestBody = z.object({
  ref: z.string(),
  refund_ref: z.string().default(''),
  amount: z.number().default(0),
  currency: z.string().default('USD'),
})

type Requested = { readonly slug: string; readonly verb: string; readonly body: z.output<typeof requestBody> }

/**
 * What may go wrong with a call: it is not carried out, carried out later, carried out without an answer or with one that
 * can't be read or leaves out what matters.
 */
export const mishaps = ['never_sent', 'late', 'timeout', 'status_5xx', 'network', 'unreadable', 'curt'] as const
export type Mishap = (typeof mishaps)[number]

type ProcessorsDeps = {
  readonly books: Books
  readonly random: Random
  /** What goes wrong with this call; null: nothing. */
  readonly mishap: (verb: string) => Mishap | null
  /** Where others may get in between, and where a crash strikes. */
  readonly pause: () => Promise<void>
  /** A start call is on its way out: what must hold at this moment is checked. */
  readonly onStart: (ref: string) => Promise<void>
  /** A start or complete call was carried out; its answer is not on its way yet. */
  readonly onCarriedOut?: (charge: Charge) => void
}

/** Processors in memory, as bad as the real ones until they are calm. */
export function createSimulatedProcessors({ books, random, mishap, pause, onStart, onCarriedOut }: ProcessorsDeps) {
  /** Requests that nobody has an answer to and that may still arrive. */
  const underWay: Requested[] = []
  const state = { calm: false }

  const carryOut = ({ slug, verb, body }: Requested): Record<string, unknown> | null => {
    switch (verb) {
      case 'start':
        if (slug === 'fraud')
          return fraudReply(random.chance(0.8) ? null : random.pick(['day_limit', 'bad_card', 'fail_limit', 'risk']))
        return replyOf(books.start(slug, body.ref, body.amount, body.currency))
      case 'complete': {
        const charge = books.complete(body.ref)
        return charge === undefined ? null : replyOf(charge)
      }
      case 'status':
        return statusOf(books.charges.get(body.ref))
      case 'cancel':
        return statusOf(books.cancel(slug, body.ref))
      case 'refund':
        return { status: books.refund(body.ref, body.refund_ref, body.amount).state }
      default:
        return null
    }
  }

  /** An answer that leaves out what it should say: what was taken, or what is waited for. */
  const curt = (json: Record<string, unknown>): Record<string, unknown> =>
    'amount' in json && 'reply' in json ? { ...json, amount: null, currency: null } : { ...json, reply: undefined }

  const answer = (json: Record<string, unknown> | null, met: Mishap | null): Answer => {
    switch (met) {
      case null:
        return json === null ? { ok: false, fault: 'refused' } : { ok: true, json }
      case 'curt':
        return json === null ? { ok: false, fault: 'refused' } : { ok: true, json: curt(json) }
      case 'unreadable':
        return { ok: true, json: { nonsense: true } }
      case 'late':
      case 'never_sent':
        return { ok: false, fault: 'timeout' }
      default:
        return { ok: false, fault: met }
    }
  }

  const gateway: ProcessorGateway = {
    async ask(request: UpstreamRequest) {
      const [, slug = '', verb = ''] = request.path.split('/')
      const requested = { slug, verb, body: requestBody.parse(request.body) }
      if (verb === 'start') await onStart(requested.body.ref)
      await pause()
      const met = state.calm ? null : mishap(verb)
      const carriedOut = met !== 'late' && met !== 'never_sent'
      if (met === 'late') underWay.push(requested)
      const json = carriedOut ? carryOut(requested) : null
      const charge = books.charges.get(requested.body.ref)
      if (carriedOut && charge !== undefined && (verb === 'start' || verb === 'complete')) onCarriedOut?.(charge)
      await pause()
      return answer(json, met)
    },
    isSigned: () => true,
    close: () => undefined,
  }

  return {
    gateway,
    /** A request that had been given up for lost arrives. */
    arriveLate() {
      const requested = underWay.shift()
      if (requested !== undefined) carryOut(requested)
      return requested !== undefined
    },
    /** From now on every call is carried out and answered. */
    calm() {
      state.calm = true
      while (this.arriveLate());
      for (const charge of books.charges.values()) books.decide(charge)
    },
  }
}
