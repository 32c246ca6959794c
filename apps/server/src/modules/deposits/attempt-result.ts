import type { AttemptState } from '@tradefront/rules/deposits/deposit-state-machine'
import type { TextKey } from '@tradefront/texts/keys'

import type { Operator } from '../../platform/audit.ts'
import type { AttemptAction, NativeReply } from './deposit.ts'

/** What a reply, webhook, inquiry, time-out or operator says about an attempt. Applied by `applyResult`. */
export type AttemptResult = {
  readonly source: 'reply' | 'webhook' | 'inquiry' | 'cancel' | 'time' | 'operator'
  readonly state: AttemptState
  readonly processorReference?: string | null
  /** For `succeeded`: the money taken, minor units. */
  readonly money?: { readonly amount: number; readonly currency: string }
  /** The processor's code or short text for a decline. */
  readonly errorClass?: string
  /** Why the deposit ends, if it does. */
  readonly reason?: TextKey
  /** The processor's own words for the user. */
  readonly reasonText?: string
  readonly action?: AttemptAction
  /** For results of operators: written to the audit log together with the change. */
  readonly operatorAction?: OperatorAction
  readonly nativeReply?: { readonly call: 'start' | 'complete'; readonly reply: NativeReply }
}

/** An operator's action, as named in the audit log. */
export type OperatorAction = { readonly by: Operator; readonly action: string }
