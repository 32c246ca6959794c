/** The sandbox's support chat: its page, the agent's replies, and the words that the agent reacts to. */
export const sandbox = {
  'sandbox.chat_title': 'Chat',
  'sandbox.chat_label': 'Your message',
  'sandbox.chat_send': 'Send',
  'sandbox.chat_agent': 'Practice agent',
  'sandbox.chat_agent_about': 'A program, answers in seconds',
  'sandbox.chat_greeting': 'Write to us, and we’ll answer here.',
  'sandbox.chat_typing': 'The agent is typing…',
  'sandbox.chat_sent': 'Sent',
  'sandbox.chat_failed': 'Your message was not sent. Press Send to try again.',
  'sandbox.chat_away': 'The connection is lost. We keep trying.',
  'sandbox.agent_hello': 'Hello, this is the practice agent. How can I help?',
  'sandbox.agent_hello_name': 'Hello, {name}, this is the practice agent. How can I help?',
  'sandbox.agent_balance': 'I see {balance} on your account.',
  'sandbox.agent_balance_differs': 'I see {balance} on your account, while your page shows {shown}.',
  'sandbox.agent_no_account': 'I don’t see an account. Log in so that I know who you are.',
  'sandbox.agent_no_balance': 'I can’t see your balance yet. Please ask again in a moment.',
  'sandbox.agent_withdraw':
    'Money goes back first to the methods that you paid with, the rest by the method that you choose. Withdrawals are quicker if your documents are already approved.',
  'sandbox.agent_documents': 'We check documents in the order in which they arrive, and e-mail you when we’re done.',
  'sandbox.agent_other': 'Thank you, I’ve noted that. Is there anything else?',
  'sandbox.ticket_answer':
    'Hello, this is the practice agent of the sandbox. Thank you for your question. This is sample data: on a real site, a person answers you here.',
  'sandbox.words_balance': 'balance, money',
  'sandbox.words_withdraw': 'withdraw',
  'sandbox.words_documents': 'document, passport',

  // Invented news and economic events.
  'sandbox.news_feed': 'Sample data: {category}',
  'sandbox.news_sample': 'Sample data: this text is invented.',
  'sandbox.news_currencies_1_title': 'Dollar steady as traders wait for the jobs report',
  'sandbox.news_currencies_1_lead':
    'The dollar has moved little against the euro and the pound. In the hours before the monthly jobs report, few traders open large positions, and ranges stay narrow.',
  'sandbox.news_currencies_1_rest':
    'When a report differs from its forecast, prices often move within the first minute. The economic calendar shows when that minute is.',
  'sandbox.news_currencies_2_title': 'Pound between two central banks',
  'sandbox.news_currencies_2_lead':
    'The pound has gained against the dollar and lost against the franc. Traders compare what the two central banks say about their next steps.',
  'sandbox.news_currencies_2_rest':
    'A decision that everyone expects often moves prices less than the words that come with it.',
  'sandbox.news_currencies_3_title': 'Why the yen moves when shares fall',
  'sandbox.news_currencies_3_lead':
    'When shares fall, some traders close positions that they had financed in yen, and buy the yen back. Its price then rises without news from Japan.',
  'sandbox.news_currencies_3_rest': 'The connection is a habit of the market, not a rule: it can be absent for months.',
  'sandbox.news_currencies_4_title': 'Quiet hours: how currencies trade at night',
  'sandbox.news_currencies_4_lead':
    'Between the close in New York and the opening in Tokyo, few banks quote prices. Small orders then move prices more than they do at noon.',
  'sandbox.news_currencies_4_rest': 'Short options in these hours depend on chance even more than during the day.',
  'sandbox.news_markets_1_title': 'Gold holds its gains after softer inflation',
  'sandbox.news_markets_1_lead':
    'Gold is near the top of its range of the week. Prices of goods have risen more slowly than expected, and lower interest rates make metals without interest more attractive.',
  'sandbox.news_markets_1_rest': 'The next report on prices is in the economic calendar.',
  'sandbox.news_markets_2_title': 'Indices open higher as the season of results begins',
  'sandbox.news_markets_2_lead':
    'Large companies publish their results this week. An index can rise on the same day on which most of its companies fall, because the largest count most.',
  'sandbox.news_markets_2_rest': 'Look at what was expected: a good result below the forecast often lowers the price.',
  'sandbox.news_markets_3_title': 'Silver follows gold, but in larger steps',
  'sandbox.news_markets_3_lead':
    'Silver often moves in the direction of gold, and about twice as far. Its market is smaller, and industry needs it, too.',
  'sandbox.news_markets_3_rest': 'A larger step in both directions means a larger risk, not a better chance.',
  'sandbox.news_markets_4_title': 'How opening hours shape an index',
  'sandbox.news_markets_4_lead':
    'Most of an index’s movement happens in the first and in the last hour of its exchange. In between, prices often return to where they were.',
  'sandbox.news_markets_4_rest': 'The trading screen shows when each market opens and closes.',
  'sandbox.news_crypto_1_title': 'Bitcoin stays in its range over the weekend',
  'sandbox.news_crypto_1_lead':
    'Bitcoin has traded between two prices for three days. On weekends, fewer orders wait on both sides, so that a single large one can end such a range.',
  'sandbox.news_crypto_1_rest': 'Nobody knows beforehand in which direction.',
  'sandbox.news_crypto_2_title': 'Fees for ether fall as activity slows',
  'sandbox.news_crypto_2_lead':
    'Transactions on the network cost less than a month ago, because fewer of them compete for a place in a block.',
  'sandbox.news_crypto_2_rest': 'Low fees say how busy the network is. They do not say where the price goes.',
  'sandbox.news_crypto_3_title': 'What a large transfer says, and what it does not',
  'sandbox.news_crypto_3_lead':
    'A transfer of many coins to an exchange makes headlines, because its owner could sell them. As often, an exchange only moves coins between its own wallets.',
  'sandbox.news_crypto_3_rest': 'A price that reacts to such a headline often returns within the hour.',
  'sandbox.news_crypto_4_title': 'Crypto never closes: plan your breaks',
  'sandbox.news_crypto_4_lead':
    'There is no closing bell that ends the day for you. Decide before you begin how long you trade and what you can afford to lose.',
  'sandbox.news_crypto_4_rest': 'Practice money is there to try a plan before real money depends on it.',
  'sandbox.event_prices': 'Consumer prices, year on year',
  'sandbox.event_jobs': 'Change in jobs outside farming',
  'sandbox.event_rate': 'Interest rate decision',
  'sandbox.event_managers': 'Survey of purchasing managers',
  'sandbox.event_retail': 'Retail sales, month on month',
  'sandbox.event_claims': 'New claims for unemployment benefits',
  'sandbox.event_trade': 'Balance of trade',
  'sandbox.event_confidence': 'Consumer confidence',
  'sandbox.event_stocks': 'Stocks of crude oil',
  'sandbox.event_growth': 'Gross domestic product, quarter on quarter',
} as const
