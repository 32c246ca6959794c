/** The code on the card statement (spec: account 2, 4, 8). */
export const validation = {
  'validation.title': 'Confirm your card',
  'validation.lead':
    'A code is printed on the statement of the card you paid with. Enter it to show that the card is yours. You do this once.',
  'validation.where_title': 'Find this line',
  'validation.where':
    'Open the app or the website of your bank and look at the payments of this card. The line ends with six digits.',
  'validation.line': '{name}, then six digits. {amount}, {date}.',
  'validation.card': 'Card ending in {last4}',
  'validation.card_any': 'Your card',
  'validation.later':
    'The line is not there yet? Most banks show it at once, some within two days. You can come back later: your money and your open trades are safe.',
  'validation.payment': 'The payment',
  'validation.code_note': 'You can enter the code all the same.',
  'validation.code': 'Six digits from your statement',
  'validation.code_empty': 'Enter the six digits of the line.',
  'validation.submit': 'Confirm the card',
  'validation.left': '{count, plural, one {# attempt left} other {# attempts left}}',
  'validation.until':
    'Until the card is confirmed, trading and adding funds lead here, and you can’t withdraw. Open trades go on, and everything else works as usual.',
  'validation.code_required':
    'Enter the code from your card statement first: until then you can’t trade, pay by coins or withdraw.',
  'validation.wrong_code':
    'This is not the code. {count, plural, one {You have # attempt left} other {You have # attempts left}}: check the line on your statement.',
  'validation.no_attempts': 'You have used all five attempts. Support can confirm your card.',
  'validation.not_needed': 'You don’t need to confirm a card.',
  'validation.failed': 'Some errors, please try latter.',
  'validation.failed_explained':
    'No answer has arrived. Your code may have been checked: look at the attempts left, and try again.',
  'validation.success': 'Your card is confirmed.',
  'validation.max_title': 'All five attempts are used',
  'validation.max_text':
    'To protect you, the code can’t be entered any more. Write to us: we’ll confirm the card with you in another way, for example with a photo of the statement.',
  'validation.max_safe':
    'Your money is safe, and open trades go on. You can trade, add funds and withdraw again when the card is confirmed.',
  'validation.support': 'Write to support',
  'validation.to_home': 'Go to trading',
  'validation.test_note': 'Test site: a test bank shows the statement.',
  'validation.test_statement': 'Open the statement',
  'validation.result_note':
    'Before you trade, add more funds or withdraw, you must enter the code that is printed on the statement of this card.',
  'validation.result_link': 'Enter the code',
} as const
