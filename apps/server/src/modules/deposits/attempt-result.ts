import type { ProcessorName } from '@tradefront/contract/processor-names'
import type { TakenBackReport } from '@tradefront/processors/processor'
import type { AttemptState } from '@tradefront/rules/deposits/deposit-state-machine'
import type { TextKey } from '@tradefront/texts/keys'

import type { Operator } from '../../platform/audit.ts'
import type { AttemptAction, NativeReply } from './deposit.ts'

export type AttemptResult = {
  readonly source: 'reply' | 'webhook' | 'inquiry' | 'cancel' | 'time' | 'operator' | 'chain'
  readonly state: AttemptState
  /** Set if the money of this success was taken back without a request. */
  readonly takenBackAs?: TakenBackReport
  /** The processor that sent the result, which must be the attempt's. */
  readonly reportedBy?: ProcessorName
  readonly processorReference?: string | null
  /** Minor units. */
  readonly money?: { readonly amount: number; readonly currency: string }
  /** Code of the decline. */
  readonly errorClass?: string
  readonly reason?: TextKey
  /** Text of the processor about the result. */
  readonly reasonText?: string
  readonly action?: AttemptAction
  /** Action of an operator that is audited with the change. */
  readonly operatorAction?: OperatorAction
  readonly nativeReply?: { readonly call: 'start' | 'complete'; readonly reply: NativeReply }
}

export type OperatorAction = { readonly by: Operator; readonly action: string }
