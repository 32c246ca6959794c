/** The sandbox's support chat: its page, the agent's replies, and the words that the agent reacts to. */
export const sandbox = {
  'sandbox.chat_title': 'Chat',
  'sandbox.chat_label': 'Your message',
  'sandbox.chat_send': 'Send',
  'sandbox.chat_empty': 'Write to us, and we’ll answer here.',
  'sandbox.chat_failed': 'Your message was not sent. Press Send to try again.',
  'sandbox.chat_away': 'The connection is lost. We keep trying.',
  'sandbox.agent_hello': 'Hello, this is the practice agent. How can I help?',
  'sandbox.agent_hello_name': 'Hello, {name}, this is the practice agent. How can I help?',
  'sandbox.agent_balance': 'I see {balance} on your account.',
  'sandbox.agent_balance_differs': 'I see {balance} on your account, while your page shows {shown}.',
  'sandbox.agent_no_account': 'I don’t see an account. Log in so that I know who you are.',
  'sandbox.agent_no_balance': 'I can’t see your balance yet. Please ask again in a moment.',
  'sandbox.agent_withdraw':
    'Withdrawals go back to the method you paid with. They are quicker if your documents are already approved.',
  'sandbox.agent_documents': 'We check documents in the order in which they arrive, and e-mail you when we’re done.',
  'sandbox.agent_other': 'Thank you, I’ve noted that. Is there anything else?',
  'sandbox.words_balance': 'balance, money',
  'sandbox.words_withdraw': 'withdraw',
  'sandbox.words_documents': 'document, passport',
} as const
