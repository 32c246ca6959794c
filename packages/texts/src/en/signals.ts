/** Hints from crossing averages. */
export const signals = {
  'signals.rule_up':
    'The average of the last {fast} closes rose above the exponential average of {slow}, on candles of {minutes, number} minutes.',
  'signals.rule_down':
    'The average of the last {fast} closes fell below the exponential average of {slow}, on candles of {minutes, number} minutes.',

  'signals.title': 'Signal',
  'signals.up': 'Up',
  'signals.down': 'Down',
  'signals.open_chart': 'Open on chart',
  'signals.all': 'All signals',
  'signals.example': 'Show an example',
  'signals.example_note': 'An example, as if it had happened just now.',
  'signals.no_example': 'There are too few prices for an example at the moment.',
  'signals.symbol': 'Symbol',
  'signals.all_symbols': 'All symbols',
  'signals.right_after': 'Right after {minutes, number} min',
  'signals.of': '{right, number} of {decided, number}',
  'signals.table': 'Past signals and what came of them',
  'signals.time': 'Time',
  'signals.signal': 'Signal',
  'signals.after': 'After {minutes, number} min',
  'signals.outcome_pending': 'waiting',
  'signals.outcome_right': 'right',
  'signals.outcome_wrong': 'wrong',
  'signals.outcome_even': 'no change',
  'signals.outcome_no_price': 'no price',
  'signals.none': 'No signals yet',
  'signals.none_text':
    'A signal appears when two averages of a price cross. You see it on the trading screen, and later here with its result.',
} as const
