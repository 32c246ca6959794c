import { randomBytes } from 'node:crypto'

import type { Charge, DeclineReason, Quirk } from './charge.ts'
import type { Desk, Intent } from './desk.ts'
import type { Journal } from './journal.ts'
import type { Time } from './time.ts'

export type Bank = ReturnType<typeof createBank>

export type Refund = {
  readonly slug: string
  readonly ref: string
  readonly refundRef: string
  readonly pspRef: string
  readonly amount: number
  readonly currency: string
  readonly status: 'refunded' | 'refused' | 'pending'
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** A charge to be made. No card number: the last four digits alone. */
export type NewCharge = Pick<
  Charge,
  'slug' | 'ref' | 'amount' | 'currency' | 'userId' | 'last4' | 'returnUrl' | 'notifyUrl' | 'doubled'
> & {
  readonly intent: Intent
  readonly quirk: Quirk | null
}

type BankDeps = {
  readonly time: Time
  readonly journal: Journal
  readonly waitScale: number
  /** Whether a processor's reason is the last word. */
  readonly isFinal: (slug: string, reason: DeclineReason) => boolean
  /** Called after money has moved or was refused by itself, without a call. */
  readonly onSettled: (charge: Charge) => void
}

const pendingMs = 60_000
const lateMs = 30_000

/** The books of all processors: who was charged what. Every change is in the journal before anybody is told. */
export function createBank({ time, journal, waitScale, isFinal, onSettled }: BankDeps) {
  const charges = new Map<string, Charge>()
  const byPspRef = new Map<string, string>()
  const tombstones = new Set<string>()
  const refunds = new Map<string, Refund>()
  /** One late success per deposit is enough: whoever is first has it, until it comes. */
  const lateRoles = new Set<string>()

  const keyOf = (slug: string, ref: string) => `${slug}:${ref}`
  const find = (slug: string, ref: string) => charges.get(keyOf(slug, ref))

  const put = (charge: Charge): Charge => {
    charges.set(keyOf(charge.slug, charge.ref), charge)
    byPspRef.set(charge.pspRef, keyOf(charge.slug, charge.ref))
    if (charge.succeedsAtMs !== null)
      time.at(`charge:${charge.pspRef}`, charge.succeedsAtMs, () => succeedLater(charge))
    return charge
  }
  const write = (charge: Charge): Charge => {
    const written = put({ ...charge, updatedAtMs: time.now() })
    journal.append({ kind: 'charge', key: keyOf(charge.slug, charge.ref), value: written })
    return written
  }

  const succeedLater = ({ slug, ref }: Charge) => {
    const charge = find(slug, ref)
    if (charge?.succeedsAtMs === null || charge === undefined) return
    lateRoles.delete(lateRole(charge))
    onSettled(write({ ...charge, state: 'succeeded', reason: null, succeedsAtMs: null }))
  }

  /** The bank says what it has to say. */
  const settle = (charge: Charge): Charge => {
    const { verdict } = charge
    if (charge.quirk === 'pending')
      return write({ ...charge, state: 'pending', succeedsAtMs: time.now() + pendingMs * waitScale })
    if (verdict === null) return write({ ...charge, state: 'succeeded' })
    const state = isFinal(charge.slug, verdict) ? 'declined_hard' : 'declined_soft'
    const late = charge.quirk === 'late' && !lateRoles.has(lateRole(charge))
    if (late) lateRoles.add(lateRole(charge))
    return write({ ...charge, state, reason: verdict, succeedsAtMs: late ? time.now() + lateMs * waitScale : null })
  }

  return {
    find,
    byPspRef: (pspRef: string) => charges.get(byPspRef.get(pspRef) ?? ''),

    /** Makes a charge, once per reference; `cancelled` when its reference was cancelled before it came. */
    start(wanted: NewCharge): { kind: 'new' | 'known'; charge: Charge } | { kind: 'cancelled' } {
      const { intent, ...facts } = wanted
      const known = find(wanted.slug, wanted.ref)
      if (known !== undefined) return { kind: 'known', charge: known }
      if (tombstones.has(keyOf(wanted.slug, wanted.ref))) return { kind: 'cancelled' }
      const now = time.now()
      const charge: Charge = {
        ...facts,
        pspRef: `psp_${randomBytes(12).toString('hex')}`,
        way: intent.way,
        verdict: intent.verdict,
        state: 'requires_action',
        reason: null,
        confirmed: false,
        createdAtMs: now,
        updatedAtMs: now,
        succeedsAtMs: null,
      }
      return { kind: 'new', charge: intent.way === 'charge' ? settle(charge) : write(charge) }
    },

    /** The trader has done their part (a token, a code, a page): the bank is asked, once. */
    settle: (charge: Charge): Charge => (charge.state === 'requires_action' ? settle(charge) : charge),

    /** ENTROPAY: its page was confirmed, the code comes next. */
    confirm: (charge: Charge): Charge =>
      charge.state === 'requires_action' ? write({ ...charge, confirmed: true }) : charge,

    /** The trader said no on a page. */
    refuse: (charge: Charge): Charge =>
      charge.state === 'requires_action'
        ? write({ ...charge, state: 'declined_soft', reason: 'secure_refused' })
        : charge,

    /** Never charges what is not charged yet; a reference that nobody knows is refused when it comes. Null: as a tombstone. */
    cancel(slug: string, ref: string): Charge | null {
      const charge = find(slug, ref)
      if (charge === undefined) {
        tombstones.add(keyOf(slug, ref))
        journal.append({ kind: 'tombstone', key: keyOf(slug, ref), value: time.now() })
        return null
      }
      if (charge.state !== 'requires_action' && charge.state !== 'pending') return charge
      time.cancel(`charge:${charge.pspRef}`)
      return write({ ...charge, state: 'cancelled', succeedsAtMs: null })
    },
    isCancelled: (slug: string, ref: string) => tombstones.has(keyOf(slug, ref)),

    /** Gives money back, once per refund reference; never more than was taken. A pending one is through the next time it is asked. */
    refund(
      desk: Desk,
      asked: Pick<Refund, 'ref' | 'refundRef' | 'amount' | 'currency'>,
      wish: Refund['status'],
    ): Refund['status'] {
      const key = keyOf(desk.slug, asked.refundRef)
      const known = refunds.get(key)
      if (known !== undefined && known.status !== 'pending') return known.status
      const charge = find(desk.slug, asked.ref)
      const given = [...refunds.values()]
        .filter(
          (each) =>
            each.slug === desk.slug &&
            each.ref === asked.ref &&
            each.refundRef !== asked.refundRef &&
            each.status !== 'refused',
        )
        .reduce((sum, each) => sum + each.amount, 0)
      const fits =
        charge?.state === 'succeeded' && charge.currency === asked.currency && asked.amount + given <= charge.amount
      const now = time.now()
      const status = fits ? wish : 'refused'
      const refund: Refund = {
        slug: desk.slug,
        ...asked,
        pspRef: charge?.pspRef ?? '',
        status,
        createdAtMs: known?.createdAtMs ?? now,
        updatedAtMs: now,
      }
      refunds.set(key, refund)
      journal.append({ kind: 'refund', key, value: refund })
      return status
    },
    refundStatus: (slug: string, refundRef: string) => refunds.get(keyOf(slug, refundRef))?.status,

    charges: () => [...charges.values()],
    refunds: () => [...refunds.values()],
    restore: {
      charge: (charge: Charge) => {
        if (charge.quirk === 'late' && charge.succeedsAtMs !== null) lateRoles.add(lateRole(charge))
        put(charge)
      },
      refund: (refund: Refund) => void refunds.set(keyOf(refund.slug, refund.refundRef), refund),
      tombstone: (key: string) => void tombstones.add(key),
    },
    clear() {
      for (const map of [charges, byPspRef, refunds]) map.clear()
      for (const set of [tombstones, lateRoles]) set.clear()
    },
  }
}

function lateRole({ userId, amount, currency }: Charge): string {
  return `${userId}:${amount}:${currency}`
}
