import type { DestinationView, WithdrawalPreview, WithdrawalView } from '@tradefront/contract/withdrawal'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { maskAccount, maxProofTries } from '@tradefront/rules/withdrawal/destination-account'
import { canCancel } from '@tradefront/rules/withdrawal/withdrawal-states'
import type { Locale } from '@tradefront/texts/locales'

import type { Destination } from './destination-store.ts'
import type { WithdrawalQuote } from './quote-withdrawal.ts'
import { formatMostCoins } from './money-store.ts'
import { describePlace } from './withdrawal-mails.ts'
import { formatWithdrawalNumber, type Withdrawal } from './withdrawal.ts'

export function toWithdrawalView(withdrawal: Withdrawal, locale: Locale): WithdrawalView {
  const { currency, payouts, state } = withdrawal
  const toMajor = (minor: number) => fromMinor(minor, currency)
  return {
    id: withdrawal.id,
    number: formatWithdrawalNumber(withdrawal.id),
    method: withdrawal.method,
    currency,
    amount: toMajor(withdrawal.amount),
    fee: toMajor(withdrawal.fee),
    state,
    case: withdrawal.caseName,
    reason: withdrawal.reason,
    returned: toMajor(withdrawal.returned),
    created_at: withdrawal.createdAtMs,
    confirmed_at: withdrawal.confirmedAtMs,
    ended_at: withdrawal.endedAtMs,
    can_cancel: canCancel(state),
    payouts: payouts.map((payout) => ({
      method: payout.method,
      amount: toMajor(payout.amount),
      to: describePlace(locale, payout),
      state: payout.state,
      reference: payout.sentReference,
      sent_as: payout.sentAs,
    })),
  }
}

export function toPreviewView(quote: WithdrawalQuote, currency: string, locale: Locale): WithdrawalPreview {
  const toMajor = (minor: number) => fromMinor(minor, currency)
  return {
    amount: toMajor(quote.amount),
    fee: toMajor(quote.fee),
    receives: toMajor(quote.amount - quote.fee),
    hours: quote.hours,
    case: quote.caseName,
    from_bonus: toMajor(quote.bonus),
    gives_up: toMajor(quote.givesUp),
    current_turnover: toMajor(quote.turnoverDone),
    need_turnover: toMajor(quote.turnoverRequired),
    untraded: toMajor(quote.untraded),
    parts: quote.payouts.map(({ method, amount, capture, charge, destination }) => ({
      method,
      amount: toMajor(amount),
      is_refund: capture !== null,
      most_coins: formatMostCoins(amount, charge?.coins ?? null),
      to: describePlace(locale, {
        method,
        account: capture === null || capture.isCoins ? (destination?.account ?? null) : null,
        cardKind: charge?.cardKind ?? null,
        cardHint: charge?.cardHint ?? null,
      }),
    })),
  }
}

export function toDestinationView({
  id,
  method,
  account,
  state,
  usableFrom,
  wrongCodes,
}: Destination): DestinationView {
  return {
    id,
    account: maskAccount(method, account),
    state,
    usableFromMs: usableFrom.getTime(),
    triesLeft: maxProofTries - wrongCodes,
  }
}
