import type { InvoiceView } from '../crypto.ts'

/** Coin amounts are exact decimal text, others major units of `currency`. */
export type Invoice = Pick<
  InvoiceView,
  'guid' | 'coin' | 'address' | 'uri' | 'amount' | 'currency' | 'credited' | 'rate' | 'state' | 'status' | 'hash'
> & {
  readonly depositId: string
  readonly isTest: boolean
  readonly coinAmount: string
  /** Coins that arrived in time, confirmed or not. */
  readonly coinReceived: string
  readonly coinMissing: string
  /** The locked rate holds for at most this many coins, in a block before the time. */
  readonly coinLockedMax: string
  readonly blockUntilMs: number
  readonly spreadPercent: number
  /** Part of the amount that the spread costs. */
  readonly spreadCost: number
  readonly coinLate: string
  readonly coinTakenBack: string
  readonly coinExpected: string | null
  readonly confirmations: number
  readonly confirmationsRequired: number
  /** Bonus of the tier. After the end, the bonus that is on the account. */
  readonly bonusAmount: number
  readonly promo: { readonly code: string; readonly bonus: number } | null
  /** Turnover that both bonuses together require. */
  readonly turnoverRequired: number
  readonly isCanceled: boolean
  readonly isNetworkChanged: boolean
  /** True if a credited payment disappeared from the network. Nothing more is credited until an operator has decided. */
  readonly isChecked: boolean
  readonly payments: readonly {
    readonly hash: string
    readonly coinAmount: string
    readonly state: InvoiceView['payments'][number]['state']
    readonly confirmations: number
  }[]
  readonly expiresAtMs: number
  /** Null while the invoice is open. */
  readonly watchedUntilMs: number | null
  /** Address of a page that pays with practice coins. Null unless the chain is simulated. */
  readonly testWalletUrl: string | null
  /** Time of the server when it made this view. */
  readonly nowMs: number
}

export function toInvoice(view: InvoiceView): Invoice {
  const { guid, coin, address, uri, amount, currency, credited, rate, state, status, hash, confirmations } = view
  return {
    guid,
    coin,
    address,
    uri,
    amount,
    currency,
    credited,
    rate,
    state,
    status,
    hash,
    confirmations,
    depositId: view.deposit_id,
    isTest: view.is_test,
    coinAmount: view.coin_amount,
    coinReceived: view.coin_received,
    coinMissing: view.coin_missing,
    coinLockedMax: view.coin_locked_max,
    blockUntilMs: view.block_until,
    spreadPercent: view.spread_percent,
    spreadCost: view.spread_cost,
    coinLate: view.coin_late,
    coinTakenBack: view.coin_taken_back,
    coinExpected: view.coin_expected,
    confirmationsRequired: view.confirmations_required,
    bonusAmount: view.bonus_amount,
    promo: view.promo,
    turnoverRequired: view.turnover_required,
    isCanceled: view.is_canceled,
    isNetworkChanged: view.is_network_changed,
    isChecked: view.is_checked,
    payments: view.payments.map(({ coin_amount, ...payment }) => ({ ...payment, coinAmount: coin_amount })),
    expiresAtMs: view.expires_at,
    watchedUntilMs: view.watched_until,
    testWalletUrl: view.test_wallet ?? null,
    nowMs: view.now,
  }
}
