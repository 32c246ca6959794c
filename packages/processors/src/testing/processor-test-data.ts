import type { ProcessorName } from '@tradefront/contract/processor-names'

import type { ProcessorOperation } from '../processor.ts'
import type { ChargeFlow } from '../simulator/charge.ts'

/** Facts about a processor that tests compare with its code. */
export type ProcessorTestData = {
  readonly name: ProcessorName
  /** Its rows in the specification's table of calls, as `METHOD path`, copied by hand so that a slip in the code is found. */
  readonly specCalls: readonly string[]
  /** Its calls that the specification does not have. */
  readonly additionalCalls: readonly string[]
  /** How a charge can go in the simulation; each entry is drawn with the same probability. */
  readonly chargeFlows: readonly ChargeFlow[]
  /** Valid request bodies, where they differ from the usual ones of the conformance suite. */
  readonly requests?: Partial<Record<ProcessorOperation, Readonly<Record<string, unknown>>>>
}
