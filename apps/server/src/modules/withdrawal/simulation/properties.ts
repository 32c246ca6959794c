/** Properties that hold in every run. */
export const properties = {
  ledgerBalances: 'entries balance, and balances are the sums of their lines',
  accounted: 'a trader has what withdrawals have left, in cash and bonus',
  paidOnce: 'each paid payout was carried out once',
  neverBoth: 'no payout that was carried out is returned',
  statement: 'the ledger has exactly what the channels have carried out',
  shared: 'an ended withdrawal is its payouts, its fee and what was returned',
  holdZero: 'no money is on hold when every withdrawal has ended',
  settles: 'every withdrawal ends when faults have stopped',
  answered: 'a confirmation that was answered is a withdrawal',
  noFault: 'nothing fails except by a planted fault',
} as const

export type Property = keyof typeof properties
