import { processors } from '@tradefront/processors/registry'
import { returnParameters } from '@tradefront/processors/return-parameters'

/** Spec: funding 2. */
export type ListenTarget = { readonly proc: string; readonly transactionId: string; readonly id: string }

const knownProcessors = new Set([
  ...processors.flatMap(({ returnTarget }) => (returnTarget?.kind === 'route' ? [returnTarget.proc] : [])),
  ...Object.values(returnParameters),
])

/** Returns true for a processor. An unknown name in a return route is only logged (spec: funding 2). */
export function isKnownProcessor(proc: string): boolean {
  return knownProcessors.has(proc)
}
