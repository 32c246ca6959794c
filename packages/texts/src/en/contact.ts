/** The contacts form and the call-me-back form. */
export const contact = {
  'calls.server_success': 'Thank you. We will call you back within one working day.',
  'calls.server_error': 'Your number could not be sent. Please try again in a moment.',
  'contact.success': 'Thank you. Your message is with us, and the answer will come to {email}.',
  'contact.too_many':
    'We have several requests of yours already and will answer them. Please wait before you send more.',
  'contact.busy':
    'So many people are writing to us that we cannot take more at the moment. Please try again in an hour.',
  'contact.write_title': 'Write to us',
  'contact.call_title': 'We call you back',
  'contact.call_lead': 'Leave your number, and a person calls you within one working day.',
  'contact.name': 'Your name',
  'contact.email': 'E-mail',
  'contact.email_help': 'The answer comes here',
  'contact.phone': 'Phone',
  'contact.phone_help': 'With the country prefix, such as +61 412 345 678',
  'contact.message': 'Message',
  'contact.message_left': '{count, plural, one {# character left} other {# characters left}}',
  'contact.send': 'Send message',
  'contact.call': 'Call me back',
  'contact.another': 'Write another message',
  'contact.another_call': 'Leave another number',
  'contact.name_empty': 'Enter your name.',
  'contact.email_invalid': 'Enter an e-mail like name@example.com.',
  'contact.phone_invalid': 'Enter a phone number of 6 to 15 digits.',
  'contact.message_empty': 'Write what it is about.',
} as const
