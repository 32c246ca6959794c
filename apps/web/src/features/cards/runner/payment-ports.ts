import type { PaymentRequest } from '@tradefront/contract/deposits'
import type { Deposit, Overview } from '@tradefront/contract/domain/deposits'
import type { CallInput, Processor, ProcessorOperation, TokenSession } from '@tradefront/processors/processor'

import type { OpenDepositReply } from '../../deposits/api.ts'
import type { ProcessorReply } from '../api.ts'
import type { AcquireTabLock } from './tab-lock.ts'

/** Side effects of the runner. Calls throw an ApiError. */
export type PaymentPorts = {
  /** `card` is null for the server's choice. */
  readonly openDeposit: (payment: PaymentRequest, key: string, card: string | null) => Promise<OpenDepositReply>
  readonly loadOverview: () => Promise<Overview>
  readonly callProcessor: (
    processor: Processor,
    operation: ProcessorOperation,
    input: CallInput,
    key?: string,
  ) => Promise<ProcessorReply>
  readonly cancelStep: (id: string, after: 'processor' | 'card') => Promise<Deposit | null>
  /** Returns null without a typed card or if the script fails. */
  readonly tokenizeCard: (session: TokenSession) => Promise<string | null>
  readonly navigateTo: (url: string) => void
  readonly onBeforeProcessorCall: (processor: Processor, deposit: Deposit) => void
  readonly onEnded: (deposit: Deposit) => void
  readonly onUnreadableReply: () => void
  readonly acquireTabLock: AcquireTabLock
  /** Returns a function that cancels the timer. */
  readonly setTimer: (work: () => void, ms: number) => () => void
}
