export const promo = {
  'promo.invalid': 'This promo code isn’t valid. Check the spelling.',
  'promo.ended': 'This promo code has ended.',
  'promo.used_up': 'This promo code has been used up.',
  'promo.used_by_you': 'You have already used this promo code.',
  'promo.given_before':
    'This bonus is given once per person. An account with the same device, card, phone or payment details has had it.',
  'promo.new_accounts_only': 'This promo code is only for new accounts. It can be entered when an account is opened.',
  'promo.email_unproved': 'Confirm your e-mail first: open the link that we sent you. Then enter the code again.',
  'promo.practice': 'Promo codes and bonuses are for your real account. Switch to it first.',
  'promo.bonus_staked': 'Bonus money is in an open trade. You can give up the bonus when the trade has ended.',
  'promo.bonus_over': 'This bonus has already ended. Nothing was changed.',
  'promo.bonus_frozen':
    'This bonus is frozen, because a withdrawal that gives it up is waiting. Cancel the withdrawal to get the bonus back.',
  'promo.stored_done': 'The code is saved. Its bonus comes with your next deposit.',
  'promo.used_done': 'Done: a bonus of {amount} is on your account.',

  // Texts of the terms of a code.
  'promo.term_percent':
    'A bonus of {percent, number, ::percent scale/0.01} of your next deposit, if you deposit {minimum} or more.',
  'promo.term_amount': 'A bonus of {amount}, without a deposit.',
  'promo.term_amount_deposit': 'A bonus of {amount} with your next deposit, if you deposit {minimum} or more.',
  'promo.term_turnover_factor':
    'Before the bonus becomes your cash, you must stake {factor} times its amount of your own money.',
  'promo.term_turnover': 'Before the bonus becomes your cash, you must stake {turnover} of your own money in total.',
  'promo.term_release': 'Then up to {amount} of the bonus money becomes your cash.',
  'promo.term_release_percent':
    'Then bonus money up to {percent, number, ::percent scale/0.01} of the bonus becomes your cash.',
  'promo.term_once':
    'Once per person: you don’t get it if an account with the same device, card, phone or payment details has had it. If that shows only later, e.g. when you pay with the same card, none of it becomes your cash.',
  'promo.term_until': 'The code ends on {time}.',
  'promo.own_money':
    'Stakes of bonus money, ties, void trades and opposite trades do not count. If you withdraw before the turnover is done, you lose the bonus and what it has won, and never your own money.',

  // Texts of the screen.

  'promo.lead': 'Enter a code, and see what is left to do for each bonus.',
  'promo.enter_title': 'Do you have a promo code?',
  'promo.code': 'Promo code',
  'promo.code_help': 'You see what it does before you use it.',
  'promo.check': 'Show what it does',
  'promo.use': 'Get the bonus',
  'promo.save': 'Save for my next deposit',
  'promo.replaces': 'It replaces the saved code {code}.',
  'promo.cancel': 'Cancel',
  'promo.stored_title': 'Code {code} is saved for your next deposit',
  'promo.remove': 'Remove the code',
  'promo.stored_over_title': 'The saved code {code} no longer works',
  'promo.stored_over_text': '{reason} Your next deposit comes without its bonus.',
  'promo.removed': 'The code is removed.',
  'promo.refused_title': 'Code {code} was not used',
  'promo.refused_text': '{reason} Your deposit was credited without its bonus.',
  'promo.refused_signup_text': '{reason} Its bonus was not credited.',
  'promo.refused_seen': 'Got it',
  'promo.granted': 'Code {code} added a bonus of {amount} to your deposit.',
  'promo.to_funding': 'Add funds',

  // Texts of the list of bonuses.
  'promo.bonuses': 'Your bonuses',
  'promo.bonuses_lead':
    'Each stake of your own money counts towards the oldest open bonus first. Ties, void trades and opposite trades do not count.',
  'promo.bonuses_none': 'No bonuses yet',
  'promo.bonuses_none_text': 'A bonus comes with a promo code, or with a deposit for which you choose it.',
  'promo.bonus_code': 'Promo code {code}',
  'promo.bonus_deposit': 'Bonus of a deposit',
  'promo.bonus_prize': 'Prize of a tournament',
  'promo.bonus_waiting': 'Credited when you confirm your e-mail: open the link that we sent you.',
  'promo.bonus_date': 'from {date}',
  'promo.bonus_next': 'Trades count here now',
  'promo.bonus_progress': '{done} of {needed} traded',
  'promo.bonus_left': '{amount} to go',
  'promo.bonus_release': 'Up to {amount} becomes your cash when it is done',
  'promo.bonus_given_before':
    'Another account with the same device, card or payment details has had this bonus. It is given once per person, so none of it becomes your cash.',
  'promo.bonus_is_frozen':
    'Frozen: a withdrawal that gives it up is waiting. It comes back if nothing of that withdrawal is sent.',
  'promo.bonus_done': 'Turnover done: {amount} became your cash',
  'promo.bonus_cancelled': 'Given up or taken back',
  'promo.give_up': 'Give up',
  'promo.give_up_label': 'Give up the bonus of {amount}',
  'promo.give_up_title': 'Give up this bonus?',
  'promo.give_up_text':
    'The bonus of {amount} and all that it has won are taken from your account, except what your other open bonuses can still release. The remaining turnover of {rest} is no longer required. Your own money stays. This cannot be undone.',
  'promo.give_up_yes': 'Give up the bonus',
  'promo.give_up_no': 'Keep it',
  'promo.given_up': 'The bonus is given up: {amount} was taken from your account.',

  // Texts beside the amount of a deposit.
  'promo.choice': 'Only promo code {code}',
  'promo.choice_help':
    '{bonus} on top. Stake {turnover} of your own money in total, and up to {release} of the bonus money becomes your cash.',
  'promo.choice_small': 'The code needs a deposit of {minimum} or more. With a smaller one it stays saved.',
  'promo.with_bonus_too': 'Promo code {code} is added to it.',
  'promo.fixed_keeps': 'Promo code {code} stays saved for another deposit.',
  'promo.stored_gone': 'The saved promo code was used or removed.',
  'promo.over_now': '{reason} Nothing has been done yet. Check what you get, then continue.',
} as const
