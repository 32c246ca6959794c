/** Properties that hold in every run. A run returns those that are violated. */
export const properties = {
  creditOnce: 'at most one credit per deposit',
  accounted: 'money taken by processors = credited + suspense + refunded',
  askedAsFrozen: "a processor is asked for the deposit's amount and currency, from its card",
  creditedAsAsked: 'credited money is what was asked for; other money goes to suspense',
  oneOpen: 'at most one open deposit per trader',
  suspenseNotNegative: 'suspense is never negative',
  takenBackOnce: 'money that a processor takes back is booked once, if it was booked at all',
  oneLive: 'at most one live attempt per deposit',
  noneWhileUndecided: 'no attempt starts while an earlier one is undecided',
  askedOnce: 'no processor is called twice for one deposit',
  planOrder: 'processors are called in the order of the plan',
  hardDeclineStops: 'a hard decline ends the cascade',
  successPlaced: 'every success is finally credited or refunded',
  anyOrder: 'the order of webhook, poll and return does not change the end',
  sameAnswer: 'the same key gets the same reply',
  asChosen: 'a payment by a wallet is at this wallet, with the bonus that its trader has chosen',
  finalStays: 'final states do not change',
  ledgerBalances: 'the ledger sums to zero and agrees with the captures',
  notNegative: "no trader's account is negative, except a debt",
  bonusOnce: 'the bonus is credited once, together with the deposit',
  claimAsArrived: 'a reported payment succeeds only if at least that much has arrived',
  promoLimits: 'a promo code is used no more often than its terms allow',
  promoBonusOnce: 'the bonus of a promo code is credited once, and taken back with its deposit',
  promoWithDeposit: 'a stored promo code is used with the next deposit that is large enough, and only then',
  dayLimit: 'the day limit is not exceeded, and only cards count for it',
  settles: 'everything is decided when faults have stopped',
  truthful: 'no poll reports a success before the charge succeeded',
  authentic: 'no request without session, CSRF token or signature is accepted',
  toldOnce: 'the trader is told once about each end of a payment',
  noFault: 'no operation fails except by refusal',
} as const

export type Violation = (typeof properties)[keyof typeof properties]

/** Checks a property. @param isAtStake false if there is nothing that could violate it */
export type Check = (property: keyof typeof properties, isSatisfied: boolean, isAtStake?: boolean) => void
