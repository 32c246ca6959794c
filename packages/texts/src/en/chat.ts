/** The support chat. Texts inside its frame belong to the vendor. */
export const chat = {
  'chat.closed': 'No chat is open.',
  'chat.away': 'The chat is not available right now.',
  'chat.open': 'Chat with us',
  'chat.unread': '{count, plural, one {# new message} other {# new messages}}',
  'chat.title': 'Chat with support',
  'chat.close': 'Close the chat',
  'chat.loading': 'Opening the chat…',
  'chat.failed_title': 'The chat is not responding',
  'chat.failed_text': 'Nothing you wrote was lost. Try again, or send us a message instead.',
  'chat.retry': 'Try again',
  'chat.write': 'Send a message',
} as const
