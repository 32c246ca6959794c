import type { ProcessorName } from '@tradefront/contract/processor-names'
import type { TakenBackReport } from '@tradefront/processors/processor'
import type { AttemptState } from '@tradefront/rules/deposits/deposit-state-machine'
import type { TextKey } from '@tradefront/texts/keys'

import type { Operator } from '../../platform/audit.ts'
import type { AttemptAction, NativeReply } from './deposit.ts'

export type AttemptResult = {
  readonly source: 'reply' | 'webhook' | 'inquiry' | 'cancel' | 'time' | 'operator' | 'chain'
  readonly state: AttemptState
  /** The money of this success has left again, without a request. */
  readonly takenBackAs?: TakenBackReport
  /** The sender, who must be the attempt's processor. */
  readonly reportedBy?: ProcessorName
  readonly processorReference?: string | null
  /** Minor units. */
  readonly money?: { readonly amount: number; readonly currency: string }
  /** Decline code. */
  readonly errorClass?: string
  readonly reason?: TextKey
  /** The processor's own text. */
  readonly reasonText?: string
  readonly action?: AttemptAction
  /** Audited with the change. */
  readonly operatorAction?: OperatorAction
  readonly nativeReply?: { readonly call: 'start' | 'complete'; readonly reply: NativeReply }
}

export type OperatorAction = { readonly by: Operator; readonly action: string }
