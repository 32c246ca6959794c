import type { ProcessorName } from '@tradefront/contract/processor-names'

import type { ProcessorOperation } from '../processor.ts'
import type { ProviderWords } from './provider-words.ts'
import type { ChargeFlow } from '../simulator/charge.ts'

export type ProcessorTestData = {
  readonly name: ProcessorName
  /** Calls as `METHOD path`, copied from the specification by hand to find mistakes in the code. */
  readonly specCalls: readonly string[]
  /** Calls that are not in the specification. */
  readonly additionalCalls: readonly string[]
  /** Flows of a charge, which the tests draw with the same probability. */
  readonly chargeFlows: readonly ChargeFlow[]
  /** A decline that ends the cascade: the native reason, and what an attempt stores for it. */
  readonly hardDecline?: { readonly reason: string; readonly errorClass: string }
  /** For a pre-check: the native replies that let the cascade go on or stop it. */
  readonly preCheckReplies?: {
    readonly passed: Readonly<Record<string, unknown>>
    readonly rejected: readonly Readonly<Record<string, unknown>>[]
  }
  /** What the provider says, in its protocol. The default is that of docs/processors.md. */
  readonly words?: ProviderWords
  /** Requests that differ from the usual ones of the suite. */
  readonly requests?: Partial<Record<ProcessorOperation, Readonly<Record<string, unknown>>>>
}
