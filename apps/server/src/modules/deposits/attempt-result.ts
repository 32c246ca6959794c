import type { AttemptState } from '@tradefront/rules/deposits/deposit-state-machine'
import type { TextKey } from '@tradefront/texts/keys'

import type { Operator } from '../../platform/audit.ts'
import type { AttemptAction, NativeReply } from './deposit.ts'

/** What we learn about an attempt from a reply, webhook, inquiry, time-out or operator. */
export type AttemptResult = {
  readonly source: 'reply' | 'webhook' | 'inquiry' | 'cancel' | 'time' | 'operator'
  readonly state: AttemptState
  readonly processorReference?: string | null
  /** Taken amount of a success, in minor units. */
  readonly money?: { readonly amount: number; readonly currency: string }
  /** Decline code. */
  readonly errorClass?: string
  readonly reason?: TextKey
  /** The processor's own text for the user. */
  readonly reasonText?: string
  readonly action?: AttemptAction
  /** Written to the audit log together with the change. */
  readonly operatorAction?: OperatorAction
  readonly nativeReply?: { readonly call: 'start' | 'complete'; readonly reply: NativeReply }
}

export type OperatorAction = { readonly by: Operator; readonly action: string }
