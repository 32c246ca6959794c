/** Properties that hold in every run. */
export const properties = {
  accounted: 'money received in coins = credited + reversed, at the rate of each payment',
  creditOnce: 'at most one credit per output',
  onlyConfirmed: 'money on an account is confirmed by the chain, unless an operator has yet to decide',
  nothingMissed: 'every confirmed output to a watched address is credited or dust',
  onTime:
    'a payment is in time by its block: as we read it first, or as it says where no reading was; what was in time has counted',
  lockedRate: 'an invoice has the latest rate in its currency after the spread, and its confirmations by its worth',
  operatorKnows: 'an operator is told once more than twice the amount has arrived',
  bonusOnce: 'the bonus is there once, as long as the payment is that has completed the amount in time',
  ledgerBalances: 'crypto_clearing, cash and debt have what was credited, and accounts nothing else',
  notNegative: "no trader's account is negative",
  truthful: 'the page of an invoice shows what is on the account',
  settles: 'every invoice, payment and alert is decided when faults have stopped',
  anyOrder: 'the order of payments, blocks, readings and credits, and crashes between, do not change the end',
  noFault: 'no round fails except by a planted fault',
} as const

export type Property = keyof typeof properties
