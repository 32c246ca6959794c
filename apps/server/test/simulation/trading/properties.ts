/** Properties that hold in every run. */
export const properties = {
  ledgerBalances: 'entries balance, and balances are the sums of their lines',
  notNegative: "no trader's account is negative",
  accounted: 'a trader has what trades have left and returned, in cash and bonus',
  bookedOnce: 'each trade has one entry for its purchase, and one for its end if it has returned something',
  rightQuote: 'a trade opens at the price at arrival, and ends at the closing price of its expiry',
  neverVoid: 'with a feed that has no outage, no trade is void, also if it is silent for as long as it says',
  rightReturn: 'a trade returns what the rules say',
  tolerance: 'no trade is bought at a price worse than the trader allowed, nor sold below the value that was shown',
  turnover: 'turnover is the own cash in the stakes of closed real trades, without ties, void and opposite trades',
  opposite:
    'trades of one trader, or of linked ones, in both directions of a symbol at once are opposite, and no others',
  released:
    'a bonus whose turnover is done releases at most its terms, once, and no other way leads from bonus money to cash',
  bound: 'bonus money belongs to an open bonus',
  oldestFirst: 'turnover counts towards the oldest open requirement first',
  exposure: 'the exposure of the house is that of its open trades, and within its limit',
  stakeLimits: "the stakes of a trader's open trades are within their limits",
  sameAnswer: 'a key buys one trade, and its answers tell the same trade',
  counted: 'the number of trades of an account is right',
  scores: 'scores of tournaments and places are those that follow from the trades',
  told: 'traders are told the ends of their trades as they are',
  settles: 'every trade ends when faults have stopped',
  history: 'the history of each trader has what the ledger has, with the right balance after each movement',
  noFault: 'nothing fails except by a planted fault',
} as const

export type Property = keyof typeof properties
