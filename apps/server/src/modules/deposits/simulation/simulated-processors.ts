import type { Charge, ChargeState, Facts } from './charge-scenario.ts'
import type { Random } from './seeded-random.ts'
import { replyOf } from './native-replies.ts'

/** A signed event that its processor sends until it is taken. */
type Webhook = { readonly slug: string; readonly body: Record<string, unknown>; taken: boolean }

type Refund = { readonly ref: string; state: 'pending' | 'refunded' | 'refused' }

export type Books = ReturnType<typeof createBooks>

/** Words after which nobody else is asked, where a processor has its own. */
const finalWords: Readonly<Record<string, string>> = { concept: '003', 'orange-not3d': 'Expired card' }

/**
 * The processors' own books: what they were asked, what they have taken and given back, what they tell.
 * @param factsOf what becomes of a charge, asked once per reference
 */
export function createBooks(random: Random, factsOf: (slug: string, ref: string) => Facts) {
  const charges = new Map<string, Charge>()
  const refunds = new Map<string, Refund>()
  const webhooks: Webhook[] = []
  let events = 0

  const tell = (charge: Charge) => {
    events += 1
    const body = { event_id: `${charge.ref}.${events}`, ref: charge.ref, charge: statusOf(charge) }
    webhooks.push({ slug: charge.slug, body, taken: false })
  }

  const move = (charge: Charge, state: ChargeState) => {
    charge.state = state
    charge.reason = (state === 'declined_hard' ? finalWords[charge.slug] : undefined) ?? 'declined'
    tell(charge)
  }

  /** The bank says what it has to say. */
  const conclude = (charge: Charge) => {
    const { verdict } = charge.facts
    move(charge, verdict === 'declined_late' ? 'declined_soft' : verdict)
  }

  /** The trader has done their part. */
  const ask = (charge: Charge) => (charge.facts.pending ? move(charge, 'pending') : conclude(charge))

  const isLate = (charge: Charge) => charge.state === 'declined_soft' && charge.facts.verdict === 'declined_late'

  return {
    charges,
    refunds,
    webhooks,

    /** A start request has arrived: once per reference; a cancelled one stays cancelled. */
    start(slug: string, ref: string, asked: number, currency: string): Charge {
      const known = charges.get(ref)
      if (known !== undefined) return known
      const facts = factsOf(slug, ref)
      const charge: Charge = {
        slug,
        ref,
        facts,
        state: 'requires_action',
        reason: '',
        confirmed: false,
        amount: asked + facts.excess,
        currency: facts.otherCurrency ? 'EUR' : currency,
        refunded: 0,
      }
      charges.set(ref, charge)
      if (facts.way === 'charge') ask(charge)
      else tell(charge)
      return charge
    },

    /** A token or a code has arrived. */
    complete(ref: string): Charge | undefined {
      const charge = charges.get(ref)
      if (charge?.state !== 'requires_action' || charge.facts.way === 'page') return charge
      if (charge.facts.way !== 'page_and_code' || charge.confirmed) ask(charge)
      return charge
    },

    /** The trader says yes on the processor's page. */
    visit(charge: Charge) {
      if (charge.state !== 'requires_action') return
      if (charge.facts.way === 'page') ask(charge)
      if (charge.facts.way === 'page_and_code') charge.confirmed = true
    },

    /** Never to be charged, if it has not been: a tombstone for what has not arrived. Some can't be called off any more. */
    cancel(slug: string, ref: string): Charge {
      const known = charges.get(ref)
      if (known === undefined) {
        const facts: Facts = {
          way: 'charge',
          pending: false,
          verdict: 'declined_soft',
          excess: 0,
          otherCurrency: false,
        }
        const nothing = { reason: '', confirmed: false, amount: 0, currency: 'USD', refunded: 0 }
        const tombstone: Charge = { slug, ref, facts, state: 'cancelled', ...nothing }
        charges.set(ref, tombstone)
        return tombstone
      }
      if (known.state === 'requires_action' || (known.state === 'pending' && random.chance(0.5))) {
        move(known, 'cancelled')
      }
      return known
    },

    /** Time passes at the processors: what is pending is decided, what was declined too early is taken after all. */
    decide(charge: Charge) {
      if (charge.state === 'pending') conclude(charge)
      else if (isLate(charge)) move(charge, 'succeeded')
    },

    /** Whether it may take money that it has not taken, as far as anybody can know. */
    mayCharge(ref: string): boolean {
      const state = charges.get(ref)?.state
      return state === undefined || state === 'pending' || state === 'requires_action'
    },

    refund(ref: string, refundRef: string, amount: number): Refund {
      const known = refunds.get(refundRef)
      if (known !== undefined) {
        // What was under way has come through by the next time it is asked for.
        if (known.state === 'pending') known.state = 'refunded'
        return known
      }
      const refund: Refund = { ref, state: random.pick(['pending', 'refunded', 'refunded', 'refused']) }
      refunds.set(refundRef, refund)
      const charge = charges.get(ref)
      if (charge !== undefined && refund.state !== 'refused') charge.refunded += amount
      return refund
    },
  }
}

/** What a processor says of a charge when it is asked or tells by itself. */
export function statusOf(charge: Charge | undefined): Record<string, unknown> {
  if (charge === undefined) return { status: 'not_found' }
  const { state, reason, amount, currency } = charge
  const psp_ref = `psp-${charge.ref}`
  switch (state) {
    case 'succeeded':
      return { status: state, psp_ref, amount, currency }
    case 'declined_soft':
    case 'declined_hard':
      return { status: state, psp_ref, reason }
    case 'pending':
      return { status: state, psp_ref }
    case 'requires_action': {
      const said = replyOf(charge)
      return { status: state, psp_ref, redirect_url: said?.redirect_url ?? null, reply: said?.reply }
    }
    case 'cancelled':
      return { status: state }
  }
}
