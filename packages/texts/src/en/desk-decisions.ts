/** Prizes, exchange rates and trades that operators decide about, at their desk. */
export const deskDecisions = {
  'desk_decisions.prizes': 'Prizes',
  'desk_decisions.prizes_lead':
    'Cash above the approval limit waits for two operators, and an item until it was sent. All winners are verified.',
  'desk_decisions.no_prizes': 'No prize waits.',
  'desk_decisions.no_prizes_text': 'Cash below the approval limit is paid by itself once the winner is verified.',
  'desk_decisions.place': 'Place {rank}, {tournament}',
  'desk_decisions.score': 'Result',
  'desk_decisions.ended': 'Tournament ended',
  'desk_decisions.pay_title': 'Pay {amount} to {name}?',
  'desk_decisions.refuse_title': 'Refuse {name} the prize of {amount}?',
  'desk_decisions.sent_title': 'Was the {item} sent to {name}?',
  'desk_decisions.rates': 'Exchange rates',
  'desk_decisions.rates_lead':
    'A rate that has jumped converts nothing until later readings agree with it, or two operators confirm it. Compare it with another source first.',
  'desk_decisions.code': 'Coin or currency',
  'desk_decisions.state': 'State',
  'desk_decisions.open': 'Open',
  'desk_decisions.closed': 'Closed',
  'desk_decisions.too_old': 'Closed: too old',
  'desk_decisions.is_held': 'Closed: has jumped',
  'desk_decisions.rate': 'Rate',
  'desk_decisions.read': 'Read',
  'desk_decisions.jumped_to': 'Jumped to',
  'desk_decisions.confirm_title': 'Confirm {rate}?',
  'desk_decisions.confirm_text': 'The last rate that was accepted: {before}.',
} as const
