import { randomBytes } from 'node:crypto'

import type { Charge, DeclineReason, FailureMode } from '@tradefront/processors/simulator/charge'
import type { ChargeSimulator, ChargePlan } from '@tradefront/processors/simulator/processor-simulator'
import type { Journal } from '../platform/journal.ts'
import type { SandboxClock } from '../platform/clock.ts'

export type ChargeLedger = ReturnType<typeof createChargeLedger>

export type Refund = {
  readonly slug: string
  readonly reference: string
  readonly refundReference: string
  readonly processorReference: string
  readonly amount: number
  readonly currency: string
  readonly status: 'refunded' | 'refused' | 'pending'
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** A charge to create. It has only the last four digits of the card. */
export type NewCharge = Pick<
  Charge,
  | 'slug'
  | 'reference'
  | 'amount'
  | 'currency'
  | 'userId'
  | 'last4'
  | 'descriptor'
  | 'returnUrl'
  | 'notifyUrl'
  | 'hasDuplicateWebhooks'
> & {
  readonly plan: ChargePlan
  readonly failureMode: FailureMode | null
}

type ChargeLedgerDeps = {
  readonly clock: SandboxClock
  readonly journal: Journal
  readonly waitScale: number
  /** Returns whether a processor's reason is final. */
  readonly isFinal: (slug: string, reason: DeclineReason) => boolean
  /** Called when a charge changes without a call. */
  readonly onChargeChanged: (charge: Charge) => void
}

const pendingMs = 60_000
const lateMs = 30_000

/** Creates the ledger of charges. Changes are in the journal before they are reported. */
export function createChargeLedger({ clock, journal, waitScale, isFinal, onChargeChanged }: ChargeLedgerDeps) {
  const charges = new Map<string, Charge>()
  const keysByProcessorReference = new Map<string, string>()
  const tombstones = new Set<string>()
  const refunds = new Map<string, Refund>()
  /** Keys of late successes: only the first processor of a deposit gets one. */
  const lateSuccessKeys = new Set<string>()

  const toChargeKey = (slug: string, reference: string) => `${slug}:${reference}`
  const findCharge = (slug: string, reference: string) => charges.get(toChargeKey(slug, reference))

  const storeCharge = (charge: Charge): Charge => {
    charges.set(toChargeKey(charge.slug, charge.reference), charge)
    keysByProcessorReference.set(charge.processorReference, toChargeKey(charge.slug, charge.reference))
    if (charge.succeedsAtMs !== null)
      clock.schedule(`charge:${charge.processorReference}`, charge.succeedsAtMs, () => markSucceeded(charge))
    if (typeof charge.chargedBackAtMs === 'number')
      clock.schedule(`charge:${charge.processorReference}`, charge.chargedBackAtMs, () => markChargedBack(charge))
    return charge
  }
  const saveCharge = (charge: Charge): Charge => {
    const saved = storeCharge({ ...charge, updatedAtMs: clock.now() })
    journal.appendLine({ kind: 'charge', key: toChargeKey(charge.slug, charge.reference), value: saved })
    return saved
  }

  const markSucceeded = ({ slug, reference }: Charge) => {
    const charge = findCharge(slug, reference)
    if (charge?.succeedsAtMs === null || charge === undefined) return
    lateSuccessKeys.delete(toLateSuccessKey(charge))
    onChargeChanged(saveCharge({ ...charge, state: 'succeeded', reason: null, succeedsAtMs: null }))
  }

  const markChargedBack = ({ slug, reference }: Charge) => {
    const charge = findCharge(slug, reference)
    if (typeof charge?.chargedBackAtMs !== 'number') return
    onChargeChanged(saveCharge({ ...charge, state: 'chargeback', chargedBackAtMs: null }))
  }

  /** Applies the bank's decision. */
  const authorize = (charge: Charge): Charge => {
    const { plannedDecline } = charge
    if (charge.failureMode === 'pending')
      return saveCharge({ ...charge, state: 'pending', succeedsAtMs: clock.now() + pendingMs * waitScale })
    const chargedBackAtMs = charge.failureMode === 'chargeback' ? clock.now() + lateMs * waitScale : null
    if (plannedDecline === null) return saveCharge({ ...charge, state: 'succeeded', chargedBackAtMs })
    const state = isFinal(charge.slug, plannedDecline) ? 'declined_hard' : 'declined_soft'
    const isLateSuccess = charge.failureMode === 'late' && !lateSuccessKeys.has(toLateSuccessKey(charge))
    if (isLateSuccess) lateSuccessKeys.add(toLateSuccessKey(charge))
    return saveCharge({
      ...charge,
      state,
      reason: plannedDecline,
      succeedsAtMs: isLateSuccess ? clock.now() + lateMs * waitScale : null,
    })
  }

  return {
    findCharge,
    findChargeByProcessorReference: (processorReference: string) =>
      charges.get(keysByProcessorReference.get(processorReference) ?? ''),

    /** Creates a charge once per reference. Returns `cancelled` if it was cancelled before. */
    createCharge(input: NewCharge): { kind: 'new' | 'known'; charge: Charge } | { kind: 'cancelled' } {
      const { plan, ...details } = input
      const existing = findCharge(input.slug, input.reference)
      if (existing !== undefined) return { kind: 'known', charge: existing }
      if (tombstones.has(toChargeKey(input.slug, input.reference))) return { kind: 'cancelled' }
      const now = clock.now()
      const charge: Charge = {
        ...details,
        processorReference: `psp_${randomBytes(12).toString('hex')}`,
        flow: plan.flow,
        plannedDecline: plan.plannedDecline,
        state: 'requires_action',
        reason: null,
        isConfirmed: false,
        createdAtMs: now,
        updatedAtMs: now,
        succeedsAtMs: null,
      }
      return { kind: 'new', charge: plan.flow === 'charge' ? authorize(charge) : saveCharge(charge) }
    },

    /** Authorizes a charge once, after the token, code or page. */
    authorizeCharge: (charge: Charge): Charge => (charge.state === 'requires_action' ? authorize(charge) : charge),

    confirmCharge: (charge: Charge): Charge =>
      charge.state === 'requires_action' ? saveCharge({ ...charge, isConfirmed: true }) : charge,

    /** Declines a charge that the trader has refused on the page. */
    declineCharge: (charge: Charge): Charge =>
      charge.state === 'requires_action'
        ? saveCharge({ ...charge, state: 'declined_soft', reason: 'secure_refused' })
        : charge,

    /** Cancels a charge. Returns null for an unknown reference, whose later start is then refused. */
    cancelCharge(slug: string, reference: string): Charge | null {
      const charge = findCharge(slug, reference)
      if (charge === undefined) {
        tombstones.add(toChargeKey(slug, reference))
        journal.appendLine({ kind: 'tombstone', key: toChargeKey(slug, reference), value: clock.now() })
        return null
      }
      if (charge.state !== 'requires_action' && charge.state !== 'pending') return charge
      clock.cancel(`charge:${charge.processorReference}`)
      return saveCharge({ ...charge, state: 'cancelled', succeedsAtMs: null })
    },
    isCancelled: (slug: string, reference: string) => tombstones.has(toChargeKey(slug, reference)),

    /** Refunds once per refund reference, and never more than was charged. A pending refund is done on the next request. */
    refundCharge(
      simulator: ChargeSimulator,
      request: Pick<Refund, 'reference' | 'refundReference' | 'amount' | 'currency'>,
      outcome: Refund['status'],
    ): Refund['status'] {
      const key = toChargeKey(simulator.slug, request.refundReference)
      const existing = refunds.get(key)
      if (existing !== undefined && existing.status !== 'pending') return existing.status
      const charge = findCharge(simulator.slug, request.reference)
      const alreadyRefunded = [...refunds.values()]
        .filter(
          (each) =>
            each.slug === simulator.slug &&
            each.reference === request.reference &&
            each.refundReference !== request.refundReference &&
            each.status !== 'refused',
        )
        .reduce((sum, each) => sum + each.amount, 0)
      const isRefundable =
        charge?.state === 'succeeded' &&
        charge.currency === request.currency &&
        request.amount + alreadyRefunded <= charge.amount
      const now = clock.now()
      const status = isRefundable ? outcome : 'refused'
      const refund: Refund = {
        slug: simulator.slug,
        ...request,
        processorReference: charge?.processorReference ?? '',
        status,
        createdAtMs: existing?.createdAtMs ?? now,
        updatedAtMs: now,
      }
      refunds.set(key, refund)
      journal.appendLine({ kind: 'refund', key, value: refund })
      return status
    },

    listCharges: () => [...charges.values()],
    listRefunds: () => [...refunds.values()],
    restore: {
      charge: (charge: Charge) => {
        if (charge.failureMode === 'late' && charge.succeedsAtMs !== null) lateSuccessKeys.add(toLateSuccessKey(charge))
        storeCharge(charge)
      },
      refund: (refund: Refund) => void refunds.set(toChargeKey(refund.slug, refund.refundReference), refund),
      tombstone: (key: string) => void tombstones.add(key),
    },
    clear() {
      for (const map of [charges, keysByProcessorReference, refunds]) map.clear()
      for (const set of [tombstones, lateSuccessKeys]) set.clear()
    },
  }
}

function toLateSuccessKey({ userId, amount, currency }: Charge): string {
  return `${userId}:${amount}:${currency}`
}
