/** Properties that hold in every run. A run returns those that are violated. */
export const properties = {
  creditOnce: 'credits per deposit: at most one',
  accounted: 'money taken by processors = credited + suspense + refunded',
  oneLive: 'at most one live attempt per deposit',
  noneWhileUndecided: 'no attempt starts while an earlier one is undecided',
  askedOnce: 'no processor is asked twice for one deposit',
  planOrder: 'the plan is kept in its order',
  hardDeclineStops: 'a hard decline stops',
  successPlaced: 'every success is credited or refunded in the end',
  anyOrder: 'any order of webhook, poll and return gives the same end',
  sameAnswer: 'the same key gets the same answer',
  finalStays: 'final states stay',
  ledgerBalances: 'the ledger sums to zero and says what the captures say',
  notNegative: "no trader's account is negative",
  bonusOnce: 'the bonus comes once, with its credit',
  dayLimit: 'the day limit holds',
  settles: 'everything settles once faults stop',
  truthful: 'nobody is told of a success that is none',
  noFault: 'nothing fails but by refusal',
} as const

export type Violation = (typeof properties)[keyof typeof properties]
