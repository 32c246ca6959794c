/** The public log, and what it proves about prices. */
export const log = {
  'log.title': 'Proof of prices',
  'log.lead':
    'What decides our prices is written to a public log that only grows. Your browser checks its signature, and that it continues what you saw on your last visit.',
  'log.name': 'The public log',
  'log.none': 'The log is empty',
  'log.none_text': 'Its first entries appear a few minutes after the start of this site.',
  'log.first': 'The log is signed',
  'log.first_text':
    'This browser sees it for the first time. It keeps the state below and compares it on your next visit.',
  'log.continued': 'The log is signed, and continues what this browser saw before',
  'log.continued_text': 'At your last visit it had {size, number} entries. All of them are still there, unchanged.',
  'log.unsigned': 'The log is not signed by its key',
  'log.unsigned_text': 'Do not rely on it. It may have been changed on the way to you.',
  'log.other_key': 'The log has another key than on your last visit',
  'log.other_key_text':
    'It is not the same log, so it proves nothing about what you saw before. Ask our support why, and keep the old key: {key}',
  'log.forked': 'The log does not continue what this browser saw before',
  'log.forked_text':
    'Entries were changed or removed. On your last visit it had {size, number} entries and the root {root}. This browser keeps the signed proof of that.',
  'log.state': 'State of the log',
  'log.size': 'Entries',
  'log.root': 'Root',
  'log.signed_at': 'Signed, as this site says',
  'log.key': 'Key',
  'log.witnesses': 'Witnesses',
  'log.no_witness': 'none',
  'log.cosigned': '{name}, on {time}',
  'log.not_cosigned': '{name}: not confirmed yet',
  'log.proven': 'What is proven',
  'log.proven_fixed':
    'Each seed belongs to the root of its day, which is logged before it: the command below checks all of them.',
  'log.proven_random':
    'Prices follow from seeds and public random numbers, so anyone can compute them again: the command below does.',
  'log.proven_recorded': 'The prices that we record from the market are fixed each minute: the log has their root.',
  'log.proven_history': 'Entries cannot be changed or removed later without your browser noticing it.',
  'log.not_proven': 'What is not proven',
  'log.gap_split':
    'Without witnesses, we could show you another log than others: compare entries and root with somebody else.',
  'log.gap_witnesses': 'That everyone sees the same log is confirmed by its witnesses, and you trust them for that.',
  'log.gap_sandbox':
    'The random numbers come from a test beacon beside this site: who runs it could compute prices in advance.',
  'log.gap_drand':
    'The random numbers come from drand: you trust that not too many of its organizations work together secretly.',
  'log.gap_level':
    'The proof of a trade shows how the price moved: its level follows only from the whole chain of entries.',
  'log.gap_exchange': 'The log shows the prices that we received: it cannot show that the exchange sent these.',
  'log.gap_totals': 'Of the daily totals of money and trades the log has only hashes, which only we can open.',
  'log.check': 'Check everything yourself',
  'log.check_text':
    'This page reads a small part of the log. The command below reads all of it, and computes the latest prices again. It is part of our source code.',
  'log.refusals': 'Refused purchases',
  'log.refusals_text':
    'Real purchases of the last 30 days that we refused, and how they would have ended. If we refused what wins, more of them would have won than lost. A trader gets a signed receipt of each refusal.',
  'log.refusals_none': 'In the last {days, number} days, no purchase was refused.',
  'log.refusals_reason': 'Reason',
  'log.refusals_count': 'Refused',
  'log.refusals_won': 'Would have won',
  'log.refusals_lost': 'Would have lost',
  'log.reason_frozen': 'The public random numbers were late',
  'log.reason_late': 'The price did not come in time',
  'log.reason_payout': 'The payout was below the one accepted',
  'log.reason_strike': 'The strike was no longer offered',
  'log.reason_moved': 'The price had moved',
  'log.reason_no_price': 'There was no current price',
  'log.reason_house_limit': 'More stakes than we accept',
  'log.reason_clock': 'The clock of a server was wrong',
  'log.reason_money': 'Too little money',
  'log.reason_blocked': 'The account had to be verified',
} as const
