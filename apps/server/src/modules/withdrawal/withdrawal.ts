import type { Currency } from '@tradefront/rules/ledger/money'
import type { WithdrawalCase } from '@tradefront/rules/withdrawal/decide-case'
import type { WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'
import type { PayoutState, WithdrawalState } from '@tradefront/rules/withdrawal/withdrawal-states'

/** A payout, with the amount in minor units. */
export type Payout = {
  readonly id: string
  readonly number: number
  readonly method: WithdrawalMethod
  readonly amount: number
  readonly state: PayoutState
  readonly tries: number
  /** Reference of the last try. */
  readonly reference: string | null
  readonly processor: string | null
  /** Account of the trader. Null: a charge is refunded. */
  readonly account: string | null
  /** Kind and last digits of the card. */
  readonly cardKind: string | null
  readonly cardHint: string | null
  /** Charge that is refunded, in minor units. Null: the money is sent to the trader's account. */
  readonly charge: { readonly depositId: string; readonly amount: number; readonly status: string } | null
  readonly sentReference: string | null
  readonly sentAs: string | null
  readonly reason: string | null
}

/** A withdrawal, with amounts in minor units. */
export type Withdrawal = {
  readonly id: string
  readonly userId: number
  readonly method: WithdrawalMethod
  readonly currency: Currency
  readonly amount: number
  readonly fee: number
  readonly caseName: WithdrawalCase
  /** Id of the preview that the trader saw. */
  readonly previewId: string
  readonly state: WithdrawalState
  readonly returned: number
  readonly reason: string | null
  readonly createdAtMs: number
  readonly confirmedAtMs: number | null
  readonly endedAtMs: number | null
  readonly expiresAtMs: number
  readonly payouts: readonly Payout[]
}

/** The trader that a withdrawal belongs to. */
export type Withdrawer = { readonly id: number; readonly currency: Currency }

/** Returns the number for people, which is built like the receipt number of a deposit. */
export function formatWithdrawalNumber(id: string): string {
  return id.slice(-12)
}
