import { processors } from '@tradefront/processors/registry'
import { returnParameters } from '@tradefront/processors/return-parameters'

/** The return from a payment page: which processor's result is waited for, and its references (spec: funding 2). */
export type ListenTarget = { readonly proc: string; readonly transactionId: string; readonly id: string }

/** Names that a return route can carry. */
const knownProcessors = new Set([
  ...processors.flatMap(({ returnTarget: returnTo }) => (returnTo?.kind === 'route' ? [returnTo.proc] : [])),
  ...Object.values(returnParameters),
])

/** Whether a return route names a card processor; another name only logs (spec: funding 2). */
export function isKnownProcessor(proc: string): boolean {
  return knownProcessors.has(proc)
}
