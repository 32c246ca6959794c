import type { Charge, ChargeState, ChargeScenario } from './charge-scenario.ts'
import type { TakenBackReport } from '@tradefront/processors/processor'

import type { Coverage } from './coverage.ts'
import type { Random } from '../../fixtures/seeded-random.ts'
import { buildNativeReply, getTestData } from './native-replies.ts'

/** A webhook, which is sent again until it is delivered. */
export type Webhook = {
  readonly slug: string
  readonly body: { readonly event_id: string; readonly ref: string; readonly charge: ChargeFields }
  isDelivered: boolean
}

type ChargeFields = Readonly<Record<string, unknown>> & { readonly amount?: number; readonly currency?: string }

type Refund = { readonly reference: string; state: 'pending' | 'refunded' | 'refused' }

export type SimulatedProcessors = ReturnType<typeof createSimulatedProcessors>

type Deps = {
  readonly random: Random
  /** Draws how a charge will end. Called once per reference. */
  readonly drawScenario: (slug: string, reference: string) => ChargeScenario
  /** True if an event can have the id of an earlier one. */
  readonly reusesEventIds: boolean
  readonly coverage: Coverage
}

export function createSimulatedProcessors({ random, drawScenario, reusesEventIds, coverage }: Deps) {
  const charges = new Map<string, Charge>()
  const refunds = new Map<string, Refund>()
  const webhooks: Webhook[] = []
  /** References of all requests with a token or code, also of those that do not arrive. */
  const completionRequests: string[] = []
  let events = 0

  const emitWebhook = (charge: Charge) => {
    events += 1
    const earlier = webhooks.filter(({ slug }) => slug === charge.slug)
    const isReused = reusesEventIds && earlier.length > 0 && random.chance(0.05)
    if (isReused) coverage.count('processor: reused event id')
    const eventId = isReused ? random.pick(earlier).body.event_id : `${charge.reference}.${events}`
    const body = { event_id: eventId, ref: charge.reference, charge: toChargeStatus(charge) }
    charge.isReported = true
    webhooks.push({ slug: charge.slug, body, isDelivered: false })
  }

  const setState = (charge: Charge, state: ChargeState) => {
    charge.state = state
    if (state === 'succeeded' && charge.scenario.changesReference && charge.isReported) {
      coverage.count('processor: second reference')
      charge.processorReference = `second-${charge.reference}`
    }
    charge.reason =
      (state === 'declined_hard' ? getTestData(charge.slug).hardDecline?.reason : undefined) ?? charge.scenario.words
    emitWebhook(charge)
  }

  const applyVerdict = (charge: Charge) => {
    const { verdict } = charge.scenario
    setState(charge, verdict === 'declined_late' ? 'declined_soft' : verdict)
  }

  const processCharge = (charge: Charge) =>
    charge.scenario.pending ? setState(charge, 'pending') : applyVerdict(charge)

  const isLateSuccess = (charge: Charge) =>
    charge.state === 'declined_soft' && charge.scenario.verdict === 'declined_late'

  return {
    charges,
    refunds,
    webhooks,
    completionRequests,

    /** Starts a charge. Does nothing for a known reference: a cancelled charge stays cancelled. */
    startCharge(slug: string, reference: string, amount: number, currency: string, traderId: number): Charge {
      const existing = charges.get(reference)
      if (existing !== undefined) return existing
      const scenario = drawScenario(slug, reference)
      const charge: Charge = {
        traderId,
        slug,
        reference,
        processorReference: scenario.sharesReference ? `shared-${slug}` : `psp-${reference}`,
        scenario,
        isReported: false,
        state: 'requires_action',
        reason: '',
        confirmed: false,
        amount: amount + scenario.excess,
        currency: !scenario.otherCurrency ? currency : currency === 'EUR' ? 'USD' : 'EUR',
        refunded: 0,
        takenBackAs: null,
      }
      charges.set(reference, charge)
      if (scenario.sharesReference) coverage.count('processor: shared reference')
      if (scenario.flow === 'charge') processCharge(charge)
      else emitWebhook(charge)
      return charge
    },

    /** Completes a charge with a token or code. */
    completeCharge(reference: string): Charge | undefined {
      const charge = charges.get(reference)
      if (charge?.state !== 'requires_action' || charge.scenario.flow === 'page') return charge
      if (charge.scenario.flow !== 'page_and_code' || charge.confirmed) processCharge(charge)
      return charge
    },

    /** Approves a charge as the trader does on the processor's page. */
    visitPage(charge: Charge) {
      if (charge.state !== 'requires_action') return
      if (charge.scenario.flow === 'page') processCharge(charge)
      if (charge.scenario.flow === 'page_and_code') charge.confirmed = true
    },

    /** Cancels a charge; an unknown reference is cancelled in advance. A pending charge can be cancelled half of the time. */
    cancelCharge(slug: string, reference: string): Charge {
      const existing = charges.get(reference)
      if (existing === undefined) {
        const scenario: ChargeScenario = {
          flow: 'charge',
          pending: false,
          verdict: 'declined_soft',
          excess: 0,
          otherCurrency: false,
          words: '',
          changesReference: false,
          sharesReference: false,
        }
        const nothing = { reason: '', confirmed: false, amount: 0, currency: 'USD', refunded: 0 }
        const untouched = { isReported: false, takenBackAs: null }
        const ids = { traderId: null, slug, reference, processorReference: `psp-${reference}` }
        const tombstone: Charge = { ...ids, scenario, state: 'cancelled', ...nothing, ...untouched }
        charges.set(reference, tombstone)
        return tombstone
      }
      if (existing.state === 'requires_action' || (existing.state === 'pending' && random.chance(0.5))) {
        setState(existing, 'cancelled')
      }
      return existing
    },

    /** Makes a `declined_late` charge succeed. */
    decideCharge(charge: Charge) {
      if (charge.state === 'pending') applyVerdict(charge)
      else if (isLateSuccess(charge)) setState(charge, 'succeeded')
    },

    /** Returns whether a charge can still be made. An unknown one can: its request could still arrive. */
    canStillCharge(reference: string): boolean {
      const state = charges.get(reference)?.state
      return state === undefined || state === 'pending' || state === 'requires_action'
    },

    /** Returns the result as in the processor's statement; null while it can change. */
    findFinalResult(reference: string) {
      const charge = charges.get(reference)
      if (charge === undefined || isLateSuccess(charge)) return null
      const { state, amount, currency, processorReference } = charge
      if (charge.takenBackAs !== null) return { kind: 'unpaid' } as const
      if (state === 'succeeded') return { kind: 'paid', amount, currency, processorReference } as const
      return state === 'pending' || state === 'requires_action' ? null : ({ kind: 'unpaid' } as const)
    },

    /** Takes a charge back without a request, under its first reference, so that it can be recognized. */
    takeBack(charge: Charge, as: TakenBackReport) {
      const { state, takenBackAs, refunded, scenario } = charge
      if (state !== 'succeeded' || takenBackAs !== null || refunded > 0 || scenario.changesReference) return
      coverage.count(`processor: ${as} without a request`)
      charge.takenBackAs = as
      emitWebhook(charge)
    },

    refundCharge(reference: string, refundReference: string, amount: number): Refund {
      const existing = refunds.get(refundReference)
      if (existing !== undefined) {
        if (existing.state === 'pending') existing.state = 'refunded'
        return existing
      }
      const charge = charges.get(reference)
      const drawn = random.pick(['pending', 'refunded', 'refunded', 'refused'] as const)
      const refund: Refund = { reference, state: charge?.takenBackAs === null ? drawn : 'refused' }
      refunds.set(refundReference, refund)
      if (charge !== undefined && refund.state !== 'refused') charge.refunded += amount
      return refund
    },
  }
}

export function toChargeStatus(charge: Charge | undefined): ChargeFields {
  if (charge === undefined) return { status: 'not_found' }
  const { state, reason, amount, currency, processorReference: psp_ref } = charge
  switch (state) {
    case 'succeeded':
      return { status: charge.takenBackAs ?? state, psp_ref, amount, currency }
    case 'declined_soft':
    case 'declined_hard':
      return { status: state, psp_ref, reason }
    case 'pending':
      return { status: state, psp_ref }
    case 'requires_action': {
      const nativeReply = buildNativeReply(charge)
      return { status: state, psp_ref, redirect_url: nativeReply?.redirect_url ?? null, reply: nativeReply?.reply }
    }
    case 'cancelled':
      return { status: state }
  }
}
