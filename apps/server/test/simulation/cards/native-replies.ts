import type { ProcessorAction, Processor } from '@tradefront/processors/processor'
import { processors } from '@tradefront/processors/registry'
import { processorTestData } from '@tradefront/processors/test-data'
import type { ProcessorTestData } from '@tradefront/processors/testing/processor-test-data'

import type { Charge } from './charge-scenario.ts'

const pageUrl = 'https://bank.example/3ds'
const fields = { number: 'a1', code: 'b1', expiry: 'c1' }

/** Returns null for a request that was cancelled before it arrived. */
export function buildNativeReply(charge: Charge) {
  if (charge.state === 'cancelled') return null
  const { reference, state, amount, currency } = charge
  const { hardDecline } = getTestData(charge.slug)
  const action = state === 'requires_action' ? toProcessorAction(charge) : null
  const taken = state === 'succeeded' ? { amount, currency } : { amount: null, currency: null }
  return {
    psp_ref: charge.processorReference,
    ...taken,
    redirect_url: action?.kind === 'redirect' || action?.kind === 'dialog' ? pageUrl : null,
    reply: requireProcessor(charge.slug).buildStartReply({
      reference,
      depositId: reference,
      state,
      errorClass: hardDecline?.reason === charge.reason ? hardDecline.errorClass : charge.reason,
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

export function getTestData(slug: string): ProcessorTestData {
  const { name } = requireProcessor(slug)
  const data = processorTestData.find((each) => each.name === name)
  if (data === undefined) throw new Error(`no test data of ${name}`)
  return data
}

export function buildPreCheckReply(reply: Readonly<Record<string, unknown>>) {
  return { psp_ref: null, amount: null, currency: null, redirect_url: null, reply }
}

function toProcessorAction({ reference, scenario, confirmed, amount }: Charge): ProcessorAction | null {
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
        kind: 'tokenize',
        session: { key: `k-${reference}`, amount: amount / 100, scriptUrl: `${pageUrl}.js`, fields },
      }
  }
}
