import type { UpstreamRequest } from '@tradefront/processors/processor'
import { z } from 'zod'

import type { Answer, ProcessorGateway } from '../../../gateways/processors.ts'
import { type Books, statusOf } from './books.ts'
import type { Random } from './random.ts'
import { startReply } from './replies.ts'

const requestBody = z.object({
  ref: z.string(),
  refund_ref: z.string().default(''),
  amount: z.number().default(0),
  currency: z.string().default('USD'),
})

type Requested = { readonly slug: string; readonly verb: string; readonly body: z.output<typeof requestBody> }

type ProcessorsDeps = {
  readonly books: Books
  readonly random: Random
  /** Where others may get in between, and where a crash strikes. */
  readonly pause: () => Promise<void>
  /** A start call is on its way out: what must hold at this moment is checked. */
  readonly onStart: (ref: string) => Promise<void>
}

/** Processors in memory, as bad as the real ones while `faults` is on. */
export function createSimulatedProcessors({ books, random, pause, onStart }: ProcessorsDeps) {
  /** Start requests that nobody has an answer to and that may still arrive. */
  const underWay: Requested[] = []
  const state = { faults: true }

  const carryOut = ({ slug, verb, body }: Requested): unknown => {
    switch (verb) {
      case 'start':
        return slug === 'fraud'
          ? { psp_ref: null, amount: null, currency: null, redirect_url: null, reply: {} }
          : startReply(books.start(slug, body.ref, body.amount, body.currency))
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

  const answer = (json: unknown): Answer => (json === null ? { ok: false, fault: 'refused' } : { ok: true, json })

  const gateway: ProcessorGateway = {
    async ask(request: UpstreamRequest) {
      const [, slug = '', verb = ''] = request.path.split('/')
      const requested = { slug, verb, body: requestBody.parse(request.body) }
      if (verb === 'start') await onStart(requested.body.ref)
      await pause()
      if (!state.faults || random.chance(0.6)) {
        const json = carryOut(requested)
        await pause()
        return answer(json)
      }
      const fault = random.pick(['never_sent', 'late', 'timeout', 'status_5xx', 'network', 'unreadable'] as const)
      if (fault === 'late') underWay.push(requested)
      else if (fault !== 'never_sent') carryOut(requested)
      await pause()
      if (fault === 'unreadable') return { ok: true, json: { nonsense: true } }
      return { ok: false, fault: fault === 'late' || fault === 'never_sent' ? 'timeout' : fault }
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
      state.faults = false
      while (this.arriveLate());
      for (const charge of books.charges.values()) books.decide(charge)
    },
  }
}
