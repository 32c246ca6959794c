/** Properties that hold in every run. */
export const properties = {
  ledgerBalances: 'entries balance, and balances are the sums of their lines',
  accounted: 'a trader has what withdrawals have left, in cash and bonus',
  paidOnce: 'each paid payout was carried out once',
  neverBoth: 'no payout that was carried out is returned',
  statement: 'the ledger has exactly what the channels have carried out',
  frozen:
    'a bonus is frozen while the withdrawal that gives it up waits, taken once something was sent, and given back otherwise',
  shared: 'an ended withdrawal is its payouts, its fee and what was returned',
  holdZero: 'no money is on hold when every withdrawal has ended',
  settles: 'every withdrawal ends when faults have stopped',
  answered: 'a confirmation that was answered is a withdrawal',
  debtFirst: 'no trader has cash and owes money',
  chargeOnce: 'a charge that was taken back is not refunded after it, and none gets back more than it has paid',
  noneWhileOwing: 'nothing is sent to a trader who owes money',
  asItCame:
    'untraded deposits leave by refunds of their charges, or as coins at the rate of the moment, never more than came for them',
  fees: 'each fee is on the part that it belongs to',
  removedUnused: 'an account is not removed while a payout to it has not ended',
  ownAccounts: 'nobody removes an account of another trader',
  noContradiction: 'no answer of a provider contradicts the end of a payout',
  noFault: 'nothing fails except by a planted fault',
} as const

export type Property = keyof typeof properties
