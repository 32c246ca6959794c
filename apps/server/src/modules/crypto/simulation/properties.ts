/** Properties that hold in every run. */
export const properties = {
  accounted: 'money received in coins = credited + reversed, at the rate of each payment',
  creditOnce: 'at most one credit per output',
  onlyConfirmed: 'only what the chain has confirmed is credited, unless an alert says that it has disappeared',
  nothingMissed: 'every confirmed output to a watched address is credited or dust',
  bonusOnce: 'the bonus is credited once, with a deposit that succeeded',
  ledgerBalances: 'crypto_clearing has what was credited, and nobody is negative',
  settles: 'everything is decided when faults have stopped',
  anyOrder: 'the order in which payments are credited, and crashes between, do not change the end',
  noFault: 'no round fails except by a planted fault',
} as const

export type Property = keyof typeof properties
