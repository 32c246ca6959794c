import type { PaymentRequest } from '@tradefront/contract/deposits'
import { type ClaimMethod, claimCodes, findTransactionId } from '@tradefront/rules/deposits/claims'
import { fromMinor, toMinor } from '@tradefront/rules/ledger/money'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { AppContext } from '../../context.ts'
import { getCardSettings, type Trader } from '../cards/service.ts'
import { type DepositWithContext, openDeposit, quotePayment, submitClaim } from '../deposits/service.ts'

export type Claim = {
  readonly method: ClaimMethod
  readonly payment: PaymentRequest
  readonly currency: string
  /** What the trader wrote, e.g. the transaction. Required for litecoin, because all traders send to one address. */
  readonly note: string | null
}

/** Reports a deposit whose money an operator confirms. @param key a repeated claim is the same one */
export async function reportClaim(
  context: AppContext,
  trader: Trader,
  claim: Claim,
  key: string,
): Promise<Result<DepositWithContext>> {
  const code = claimCodes[claim.method]
  const opened = await openDeposit(context, {
    userId: trader.id,
    payment: claim.payment,
    wallet: code,
    idempotencyKey: key,
    prepare: async () => {
      const { profile } = trader
      if (profile.isPractice) return refuse('deposits.practice_account')
      if (claim.currency !== profile.currency) return refuse('wallets.currency', { currency: profile.currency })
      const note = normalizeNote(claim)
      if (claim.method === 'litecoin' && note === null) return refuse('wallets.transaction_missing')
      const terms = await quoteClaim(context, claim, trader)
      if (!terms.ok) return terms
      return ok({
        method: 'wallet',
        cardId: null,
        instrumentKind: claim.method,
        instrumentHint: note,
        country: profile.country,
        currency: profile.currency,
        ...terms.value,
        processorOrder: [code],
      } as const)
    },
  })
  return opened.ok ? ok(await submitClaim(context, opened.value)) : opened
}

/** Computes the terms. The money is already sent: an amount outside the limits is credited, too, without a bonus. */
async function quoteClaim(context: AppContext, { payment }: Claim, { profile }: Trader): Promise<Result<ClaimTerms>> {
  const { currency } = profile
  const quote = quotePayment(
    payment,
    { ...profile, minDeposit: profile.minDepositOther, isCard: false },
    await getCardSettings(context),
  )
  if (quote.ok) {
    const { pay, bonus, wageringRequired, releaseMax } = quote.value
    return ok({ amount: pay, bonus, wageringRequired, releaseMax, isFixed: payment.fixed === 1 })
  }
  if (payment.amount === 0 || quote.code === 'deposits.too_precise') return quote
  const amount = toMinor(payment.amount, currency)
  if (fromMinor(amount, currency) !== payment.amount) return refuse('deposits.too_precise')
  return ok({ amount, bonus: 0, wageringRequired: 0, releaseMax: 0, isFixed: true })
}

type ClaimTerms = {
  readonly amount: number
  readonly bonus: number
  readonly wageringRequired: number
  readonly releaseMax: number
  /** True if there is no bonus, also none of a promo code. */
  readonly isFixed: boolean
}

/** Keeps only the transaction, so that the same one is recognized in other claims. */
function normalizeNote({ method, note }: Claim): string | null {
  if (note === null || (method !== 'litecoin' && method !== 'bitcoin')) return note
  return findTransactionId(note) ?? (method === 'bitcoin' ? note : null)
}
