export const offers = {
  'offers.over': 'This offer has ended.',
  'offers.limited_title': 'A bonus for your second deposit',
  'offers.risk_free_title': 'An offer for you',
  'offers.text': 'Accept, and this bonus is saved for your next deposit. Nothing is charged now.',
  'offers.once': 'The offer is made once. If you close it, it does not come back.',
  'offers.left': 'The offer ends in {time}.',
  'offers.left_unknown': 'Checking the time that is left …',
  'offers.accept': 'Save the bonus',
  'offers.ignore': 'No, thank you',
  'offers.ignore_top': 'Add funds without it',
  'offers.accepted': 'The bonus is saved for your next deposit.',

  'offers.bitcoin_title': 'You can also pay by bitcoin',
  'offers.bitcoin_text':
    'Bitcoin deposits need no card and no bank. You get an address and an amount, and see each confirmation here.',
  'offers.bitcoin_later': 'Not now',
  'offers.bitcoin_why': 'Why Bitcoin?',
  'offers.bitcoin_deposit': 'Deposit by Bitcoin',
  'offers.risk_title': 'Before you pay by card',
  'offers.risk_text':
    'Your account is not verified yet, so a card payment may be checked manually and take longer. Bitcoin deposits are not checked this way.',
  'offers.risk_card': 'Pay by card anyway',
} as const
