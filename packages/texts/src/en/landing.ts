/** The site's home page for visitors. Amounts are passed in formatted. */
export const landing = {
  'landing.title': 'Short options with every cost in sight',
  'landing.description':
    'Trade short options on currencies and crypto. Payout, fees and bonus conditions are shown before you agree. Practise first.',
  'landing.headline': 'Up or down, in 30 seconds.',
  'landing.lead':
    'Short options on currencies, metals, indices and coins, from 30 seconds to a day. Try one here: you see what you can win and lose before you choose.',
  'landing.practice': 'Try with practice money',
  'landing.first_risk': 'You can lose your entire stake.',

  'landing.slider': 'What you find here',
  'landing.slider_role': 'slider',
  'landing.slide_role': 'slide',
  'landing.slide_of': '{number, number} of {count, number}: {title}',
  'landing.previous': 'Previous',
  'landing.next': 'Next',
  'landing.pause': 'Pause',
  'landing.play': 'Play',
  'landing.example': 'Example',
  'landing.slide_option': 'One question, both answers priced',
  'landing.slide_option_text':
    'Will the price be higher or lower when time is up? The ticket shows what you win and what you lose before you buy.',
  'landing.ticket_stake': 'Stake',
  'landing.ticket_payout': 'Payout',
  'landing.ticket_right': 'If you are right',
  'landing.ticket_wrong': 'If you are wrong',
  'landing.up': 'Up',
  'landing.down': 'Down',
  'landing.slide_bonus': 'A bonus with its price beside it',
  'landing.slide_bonus_text':
    'Each deposit shows how much bonus you get and how much of your own money you must stake for it. Or choose no bonus, and there is no turnover for one.',
  'landing.bonus_pay': 'You pay',
  'landing.bonus_adds': 'Bonus, {percent, number, percent}',
  'landing.bonus_total': 'On your account',
  'landing.bonus_turnover': 'To stake before the bonus is yours',
  'landing.slide_deposit': 'Deposits followed to their end',
  'landing.slide_deposit_text':
    'Close the page, lose the connection, switch phones: the current step is completed, the payment counts once, and we tell you the result.',
  'landing.step_check': 'Checking the card',
  'landing.step_bank': 'Contacting your bank',
  'landing.step_confirm': 'On your account',
  'landing.slide_practice': 'Practice that cannot cost you',
  'landing.slide_practice_text':
    'The same prices and the same screen with money that is not real. Start again as often as you like.',
  'landing.practice_money': 'Practice money',
  'landing.practice_reset': 'Start again',

  'landing.trial': 'Try it now',
  'landing.trial_symbol': 'What to trade',
  'landing.trial_terms': 'In 30 seconds you win {win}, or lose {stake} of practice money. No account needed.',
  'landing.trial_no_prices': 'The prices are not reaching this page at the moment. It keeps trying.',
  'landing.trial_closed': 'Waiting for the first price. Outside its hours, a market has none.',
  'landing.trial_no_answer': 'The server did not answer, so no trade was made. Try again.',
  'landing.trial_is_up': 'Up, for 30 seconds',
  'landing.trial_is_down': 'Down, for 30 seconds',
  'landing.trial_waits':
    'It starts at the first price after the countdown. That price follows from a random number that is not out yet.',
  'landing.trial_if_now': 'If it ended now',
  'landing.trial_won': 'You won {amount}',
  'landing.trial_lost': 'You lost {amount}',
  'landing.trial_tie': 'The price is the same: your stake is back',
  'landing.trial_void': 'There was no price: your stake is back',
  'landing.trial_prices': 'From {from} to {to}',
  'landing.trial_check_at': 'This can be checked after {time}. Leave the page open: your browser does it then.',
  'landing.trial_check_right':
    'Checked by your browser: these prices follow from the seeds and random numbers that were promised.',
  'landing.trial_check_wrong': 'Your browser’s check failed: these prices are not the ones that were promised.',
  'landing.trial_check_impossible': 'Your browser could not check the prices.',
  'landing.trial_keep': 'Keep it in a practice account',
  'landing.trial_again': 'Once more',

  'landing.markets': 'Trade these now',
  'landing.markets_text':
    'Currencies, metals, indices and coins. The payout is your profit, as a percentage of your stake.',
  'landing.prices_unforeseen':
    'Nobody can foresee these prices, not even we: each follows from a public random number that is not out yet when you buy.',
  'landing.prices_unchosen': 'Nobody can choose these prices, not even we: each follows from a public random number.',
  'landing.prices_test':
    'Simulated prices. On this test site, their random numbers come from a beacon beside it: who runs this site could know them in advance.',
  'landing.prices_recorded':
    'These are prices of an exchange. We fix those that we receive in a public log each minute.',
  'landing.markets_check': 'How each price can be checked',
  'landing.markets_open': 'Open',
  'landing.markets_closed': 'Closed',
  'landing.markets_opens': 'Opens {time}',
  'landing.markets_today': 'Since midnight (UTC)',

  'landing.how': 'How an option works',
  'landing.how_1': 'Say which way',
  'landing.how_1_text': 'Choose what to trade, how much to stake and when it ends. Then Up, or Down.',
  'landing.how_2': 'See both ends',
  'landing.how_2_text':
    'With a payout of {payout, number, percent} a stake of {stake} returns {back}, or nothing. This is fixed before you buy and does not change.',
  'landing.how_3': 'It ends when you said',
  'landing.how_3_text': 'The price of that moment decides, once.',

  'landing.costs': 'What it costs',
  'landing.costs_text':
    'There is no fee on a trade and none for keeping an account. The cost is in the payout: when you are right, you win less than you would have lost. Try it with your own numbers.',
  'landing.costs_payout': 'Payout',
  'landing.costs_stake': 'Stake per trade',
  'landing.costs_right': 'Right in 100 trades',
  'landing.costs_times': '{count, plural, one {# time} other {# times}}',
  'landing.costs_result': 'After 100 trades',
  'landing.costs_staked': 'Staked in all',
  'landing.costs_won': 'Won, {count, plural, one {# time} other {# times}} {amount}',
  'landing.costs_lost': 'Lost, {count, plural, one {# time} other {# times}} {amount}',
  'landing.costs_even':
    'You gain from {needed, number} right in 100. Guessing by chance gets about 50: what is between is our part.',

  'landing.ways': 'Money in and out',
  'landing.ways_text':
    'We charge nothing on deposits; your bank, wallet or the network can charge their part. A withdrawal is approved first, then it takes the time below.',
  'landing.ways_method': 'Way',
  'landing.ways_deposit': 'Deposit',
  'landing.ways_withdrawal': 'Withdrawal',
  'landing.ways_fee': 'Withdrawal fee',
  'landing.ways_minutes': 'About {count, plural, one {a minute} other {# minutes}}',
  'landing.ways_by_hand': 'Within a working day of its arrival',
  'landing.ways_hours': 'Up to {count, plural, one {# hour} other {# hours}}',
  'landing.ways_days': 'Up to {count, plural, one {# day} other {# days}}',
  'landing.ways_none': 'Not offered',
  'landing.ways_no_fee': 'None',
  'landing.ways_both': '{fee} and {amount}',
  'landing.ways_return': 'Money that you have not traded goes back the way it came, for up to {fee} of it.',
  'landing.way_card': 'Card',
  'landing.way_bank': 'Bank transfer',
  'landing.way_yandex': 'Yandex',

  'landing.facts': 'In numbers',
  'landing.fact_minimum': 'smallest deposit',
  'landing.fact_fee': 'fee on a deposit by card',
  'landing.fact_time': 'how long an option runs',
  'landing.fact_time_value': '30 s to 1 day',
  'landing.fact_practice': 'in practice money to start with',

  'landing.feed': 'What a stream of results looks like',
  'landing.feed_text':
    'Pages like this one love to show you people who win. Here is such a stream, and the truth about it: we made it up. {share, number, percent} of its rows end in profit because we chose that number.',
  'landing.feed_sample': 'Sample data',
  'landing.feed_list': 'Made-up results',
  'landing.feed_profit': 'Profit',
  'landing.feed_loss': 'Loss',
  'landing.feed_names':
    'Anna K.,Marek S.,Sofia L.,Jonas W.,Elena P.,Tom B.,Ines R.,Viktor M.,Clara D.,Oskar N.,Lea F.,Pavel T.,Marta G.,Henrik A.,Nadia V.',

  'landing.begin': 'Start with nothing at stake',
  'landing.begin_text':
    'Practice takes an e-mail and a password. When you open a real account, you keep practice and decide about money later.',
  'landing.risk': 'Before you begin',
  'landing.risk_text':
    'Trading options is risky: you can lose your entire stake quickly. Never trade with money you can’t afford to lose, and never trade to win back a loss. It is not for anyone under 18.',
  'landing.risk_more': 'Read the whole risk notice',
} as const
