import type { PaymentRequest } from '@tradefront/contract/deposits'
import { type ClaimMethod, claimCodes } from '@tradefront/rules/deposits/claims'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { CardSettings, Trader } from '../cards/service.ts'
import { type DepositsService, type DepositWithContext, quotePayment } from '../deposits/service.ts'

type ReportClaimDeps = {
  readonly deposits: DepositsService
  readonly getSettings: () => Promise<CardSettings>
}

export type Claim = {
  readonly method: ClaimMethod
  readonly payment: PaymentRequest
  readonly currency: string
  /** What the trader says about the payment, e.g. its transaction. */
  readonly note: string | null
}

/** A deposit whose money an operator confirms. @param key a repeated claim is the same one */
export function createReportClaim({ deposits, getSettings }: ReportClaimDeps) {
  return async (trader: Trader, claim: Claim, key: string): Promise<Result<DepositWithContext>> => {
    const code = claimCodes[claim.method]
    const opened = await deposits.openDeposit({
      userId: trader.id,
      payment: claim.payment,
      wallet: code,
      idempotencyKey: key,
      prepare: async () => {
        const { profile } = trader
        if (profile.practice) return refuse('cards.practice_account')
        if (claim.currency !== profile.currency) return refuse('wallets.currency', { currency: profile.currency })
        const quote = quotePayment(
          claim.payment,
          { ...profile, minDeposit: profile.minDepositOther },
          await getSettings(),
        )
        if (!quote.ok) return quote
        return ok({
          method: 'wallet',
          cardId: null,
          instrumentKind: claim.method,
          instrumentHint: claim.note,
          country: profile.country,
          amount: quote.value.pay,
          currency: profile.currency,
          bonus: quote.value.bonus,
          wageringRequired: quote.value.wageringRequired,
          isFixed: claim.payment.fixed === 1,
          processorOrder: [code],
        } as const)
      },
    })
    return opened.ok ? ok(await deposits.submitClaim(opened.value)) : opened
  }
}
