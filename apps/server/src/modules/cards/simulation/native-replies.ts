import type { ProcessorAction, Processor } from '@tradefront/processors/processor'
import { processors } from '@tradefront/processors/registry'

import type { Charge } from './charge-scenario.ts'

const pageUrl = 'https://bank.example/3ds'
const fields = { number: 'a1', code: 'b1', expiry: 'c1' }

/** Null for a request that was cancelled before it arrived. */
export function buildNativeReply(charge: Charge) {
  if (charge.state === 'cancelled') return null
  const { ref, state, amount, currency } = charge
  const action = state === 'requires_action' ? toProcessorAction(charge) : null
  const taken = state === 'succeeded' ? { amount, currency } : { amount: null, currency: null }
  return {
    psp_ref: `psp-${ref}`,
    ...taken,
    redirect_url: action?.kind === 'redirect' || action?.kind === 'dialog' ? pageUrl : null,
    reply: requireProcessor(charge.slug).buildStartReply({
      ourRef: ref,
      depositId: ref,
      state,
      // CONCEPT's code for a card that must not be tried again.
      errorClass: charge.reason === '003' ? 'cards.declined_contact' : charge.reason,
      action,
      amount: amount / 100,
      currency,
    }),
  }
}

export function requireProcessor(slug: string): Processor {
  const processor = processors.find(({ upstream }) => upstream.slug === slug)
  if (processor === undefined) throw new Error(`no processor at ${slug}`)
  return processor
}

export function buildFraudReply(errorClass: string | null) {
  const nothing = { psp_ref: null, amount: null, currency: null, redirect_url: null }
  const flags = errorClass === null ? {} : { [errorClass]: true }
  return { ...nothing, reply: errorClass === 'risk' ? { reason: 'risk', message: 'Not with this card.' } : flags }
}

function toProcessorAction({ ref, scenario, confirmed, amount }: Charge): ProcessorAction | null {
  switch (scenario.flow) {
    case 'charge':
      return null
    case 'page':
      return { kind: 'redirect', url: pageUrl }
    case 'page_and_code':
      return { kind: 'dialog', dialog: confirmed ? 'entro_pin' : 'entro_start', url: pageUrl }
    case 'code':
      return { kind: 'dialog', dialog: 'entro_pin' }
    case 'token':
      return {
        kind: 'tokenise',
        session: { key: `k-${ref}`, amount: amount / 100, scriptUrl: `${pageUrl}.js`, fields },
      }
  }
}
