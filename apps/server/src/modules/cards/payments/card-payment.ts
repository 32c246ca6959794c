import type { DepositView } from '@tradefront/contract/deposits'

import type { ProcessorGateway } from '../../../gateways/processor-gateway.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { SessionUser } from '../../../platform/http/sessions.ts'
import type { Attempt, Deposit, DepositsService, NativeReply, Payer } from '../../deposits/service.ts'
import type { MarksService } from '../../marks/service.ts'
import type { CardSettings } from '../card-settings.ts'
import type { SavedCards } from '../saved-cards.ts'
import type { AttemptView } from '@tradefront/processors/processor'
import { fromMinor } from '@tradefront/rules/ledger/money'

/** `profile` is of the start of the request; `detectedCountry` comes from a trusted proxy. */
export type Trader = Payer & { readonly profile: PayerProfile; readonly detectedCountry: string | null }

export type PayerProfile = Pick<
  SessionUser,
  | 'email'
  | 'country'
  | 'currency'
  | 'cascade'
  | 'affiliateId'
  | 'minDepositCard'
  | 'minDepositOther'
  | 'failLimitIgnoredUntil'
  | 'isPractice'
>

/** The processor's native fields and the deposit. */
export type CardCallReply = NativeReply & {
  readonly in_progress?: boolean
  readonly deposit?: DepositView | null
  readonly message?: string
}

export type CardPaymentDeps = {
  readonly db: Db
  readonly marks: Pick<MarksService, 'hashMark' | 'recordMark'>
  readonly deposits: DepositsService
  readonly cards: SavedCards
  readonly gateway: ProcessorGateway
  readonly clock: Clock
  readonly getSettings: () => Promise<CardSettings>
  /** Remembers that the pre-check refused a card of the trader. */
  readonly markCardRisk: (userId: number) => Promise<void>
  /** The line for the card statement, or null for the processor's usual one. */
  readonly prepareDescriptor: (deposit: Deposit) => Promise<string | null>
  readonly publicUrl: string
  readonly waitScale: number
}

/** The attempt without card and user. */
export function toAttemptView(deposit: Deposit, attempt: Attempt): AttemptView {
  const { reference, state, errorClass, action } = attempt
  const amount = fromMinor(deposit.amount, deposit.currency)
  return { reference, depositId: deposit.id, state, errorClass, action, amount, currency: deposit.currency }
}

export function getUtcDate(clock: Clock): string {
  return clock.now().toISOString().slice(0, 10)
}
