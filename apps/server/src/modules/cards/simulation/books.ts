import type { Random } from './random.ts'

/** How a charge stands with its processor. `declined_late` says no now and takes the money later all the same. */
export type ChargeState =
  | 'pending'
  | 'requires_action'
  | 'succeeded'
  | 'declined_soft'
  | 'declined_hard'
  | 'declined_late'
  | 'cancelled'

export type Charge = {
  readonly slug: string
  readonly ref: string
  state: ChargeState
  /** What is, or would be, taken: minor units. */
  amount: number
  currency: string
  refunded: number
}

/** A signed event that its processor sends until it is taken. */
type Webhook = { readonly slug: string; readonly body: Record<string, unknown>; taken: boolean }

type Refund = { readonly ref: string; state: 'pending' | 'refunded' | 'refused' }

export type Books = ReturnType<typeof createBooks>

/** The processors' own books: what they were asked, what they have taken and given back, what they tell. */
export function createBooks(random: Random) {
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
    tell(charge)
  }

  return {
    charges,
    refunds,
    webhooks,

    /** A start request has arrived: decided by chance, once per reference; a cancelled one stays cancelled. */
    start(slug: string, ref: string, amount: number, currency: string): Charge {
      const known = charges.get(ref)
      if (known !== undefined) return known
      const wrong = random.chance(0.06)
      const state = random.pick<ChargeState>([
        'succeeded',
        'succeeded',
        'succeeded',
        'declined_soft',
        'declined_soft',
        'declined_soft',
        'declined_hard',
        'declined_late',
        'pending',
        'pending',
        'requires_action',
      ])
      const charge = { slug, ref, state, amount: wrong ? amount + 100 : amount, currency, refunded: 0 }
      charges.set(ref, charge)
      tell(charge)
      return charge
    },

    /** Never to be charged, if it has not been: a tombstone for what has not arrived. Some can't be called off any more. */
    cancel(slug: string, ref: string): Charge {
      const known = charges.get(ref)
      if (known === undefined) {
        const tombstone: Charge = { slug, ref, state: 'cancelled', amount: 0, currency: 'USD', refunded: 0 }
        charges.set(ref, tombstone)
        return tombstone
      }
      if (known.state === 'requires_action' || (known.state === 'pending' && random.chance(0.5))) {
        move(known, 'cancelled')
      }
      return known
    },

    /** Time passes at the processors: what waits is decided, what was declined too early is taken after all. */
    decide(charge: Charge) {
      if (charge.state === 'pending' || charge.state === 'requires_action') {
        move(charge, random.pick<ChargeState>(['succeeded', 'succeeded', 'declined_soft', 'declined_hard']))
      } else if (charge.state === 'declined_late') {
        move(charge, 'succeeded')
      }
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
  const pspRef = `psp-${charge.ref}`
  switch (charge.state) {
    case 'succeeded':
      return { status: 'succeeded', psp_ref: pspRef, amount: charge.amount, currency: charge.currency }
    case 'declined_soft':
    case 'declined_hard':
      return { status: charge.state, psp_ref: pspRef, reason: 'declined' }
    case 'declined_late':
      return { status: 'declined_soft', psp_ref: pspRef, reason: 'declined' }
    case 'pending':
    case 'requires_action':
      return { status: charge.state, psp_ref: pspRef }
    case 'cancelled':
      return { status: 'cancelled' }
  }
}
