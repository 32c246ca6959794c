export const offers = {
  'offers.over': 'This offer has ended.',
  'offers.limited_title': 'A bonus for your second deposit',
  'offers.limited_line':
    'There is a bonus of {percent, number, ::percent scale/0.01} for your second deposit. Once you open the offer, you have {minutes, plural, one {# minute} other {# minutes}} to decide. You can open it until {time}.',
  'offers.limited_running': 'A bonus of {percent, number, ::percent scale/0.01} for your second deposit.',
  'offers.risk_free_title': 'A part of your loss back, if the next trade loses',
  'offers.risk_free_line':
    'Up to {amount} back if your next Up/Down trade loses. Once you open the offer, you have {minutes, plural, one {# minute} other {# minutes}} to decide.',
  'offers.risk_free_running': 'Up to {amount} back if your next Up/Down trade loses.',
  'offers.risk_free_text':
    'On {day} (UTC) your trades lost {loss} of your own money. If the next Up/Down trade that you buy with your own money loses, we return up to {amount}, which is {percent, number, ::percent scale/0.01} of that loss.',
  'offers.risk_free_limit':
    'It is cash, which you can withdraw or trade, and never more than you stake of your own money on that trade.',
  'offers.risk_free_outcome':
    'If the trade wins, or you sell it early, nothing is returned. A tie or a void trade leaves the offer for your next trade. With an open trade in the other direction on the same symbol, nothing is returned. Trades on the ladder do not use it.',
  'offers.risk_free_counted':
    'The loss of the day is what you lost less what you won, of your own money. Losses on the ladder, on opposite trades and while you had a bonus do not count.',
  'offers.risk_free_cost':
    'The offer is made once. On average, the trades that lead to it cost more than it gives back: it is no reason to trade.',
  'offers.open': 'See the offer',
  'offers.text': 'Accept, and this bonus is saved for your next deposit. Nothing is charged now.',
  'offers.once': 'The time runs on if you close this. The offer is made once.',
  'offers.left': 'The offer ends in {time}.',
  'offers.left_unknown': 'Checking the time that is left …',
  'offers.limited_accept': 'Save the bonus',
  'offers.risk_free_accept': 'Accept the offer',
  'offers.ignore': 'No, thank you',
  'offers.ignore_top': 'Add funds without it',
  'offers.limited_accepted': 'The bonus is saved for your next deposit.',
  'offers.risk_free_accepted': 'Accepted. It applies to your next Up/Down trade with your own money.',

  'offers.bitcoin_title': 'You can also pay by bitcoin',
  'offers.bitcoin_text':
    'Bitcoin deposits need no card and no bank. You get an address and an amount, and see each confirmation here.',
  'offers.bitcoin_later': 'Not now',
  'offers.bitcoin_why': 'Why Bitcoin?',
  'offers.bitcoin_deposit': 'Deposit by Bitcoin',
  'offers.risk_title': 'Before you pay by card',
  'offers.risk_text':
    'Our card check has flagged your account, so a card payment may be refused. Bitcoin deposits need no card check.',
  'offers.risk_card': 'Pay by card anyway',
} as const
