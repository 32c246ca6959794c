/** E-mails: `mail.letter.<name>.subject`, `.text` (blank lines separate paragraphs) and `.action` for the button. */
export const mail = {
  'mail.foot': 'Tradefront sent this mail automatically.',
  'mail.action': 'Open',
  'mail.stop': 'Stop e-mails like this',
  'mail.stop_void': 'This link isn’t valid. Log in and turn the e-mails off on the support page.',
  'mail.letter.reset.subject': 'Choose a new password',
  'mail.letter.reset.text':
    'We received a request for a new password for your account. The link below works once, for {minutes, plural, one {# minute} other {# minutes}}.\n\nIf you didn’t ask for it, ignore this e-mail: your password stays the same.',
  'mail.letter.reset.action': 'Choose a new password',
  'mail.letter.password_changed.subject': 'Your password was changed',
  'mail.letter.password_changed.text':
    'The password of your account was changed on {at} UTC, and all other devices were logged out.\n\nIf it wasn’t you, reset your password now and contact support.',
  'mail.letter.password_changed.action': 'Reset my password',
  'mail.letter.new_device.subject': 'Log-in from a new device',
  'mail.letter.new_device.text':
    'Someone logged in to your account from a new device.\n\nTime: {at} UTC\nDevice: {device}\nIP address: {address}\n\nIf it was you, you don’t need to do anything. If not, change your password: this logs out all other devices.',
  'mail.letter.new_device.action': 'See my devices',
  'mail.letter.email_changed.subject': 'The e-mail of your account was changed',
  'mail.letter.email_changed.text':
    'On {at} UTC the e-mail of your account was changed to {email}. You now log in with that address.\n\nIf it wasn’t you, undo the change within {hours, plural, one {# hour} other {# hours}}: your account gets this address back, all devices are logged out, and you choose a new password.',
  'mail.letter.document_refused.subject': 'Please send a document again',
  'mail.letter.document_refused.text':
    'We could not accept this document: {document}.\n\n{why} {next}\n\nYou can send it again on your documents page.',
  'mail.letter.document_refused.action': 'Send it again',
  'mail.letter.document_approved.subject': 'Your document was accepted',
  'mail.letter.document_approved.text': 'We have checked and accepted this document: {document}.',
  'mail.letter.document_approved.action': 'See my documents',
  'mail.letter.verified.subject': 'You are verified',
  'mail.letter.verified.text': 'All your documents have been accepted. Nothing more is needed.',
  'mail.letter.verified.action': 'See my documents',
  'mail.letter.alert.subject': 'Alert: {kind}',
  'mail.letter.alert.text': '{list}\n\nSee all open alerts: npm run ops -- alerts',
  'mail.letter.alerts.subject': '{count, plural, one {# alert} other {# alerts}}',
  'mail.letter.alerts.text': '{list}\n\nSee all open alerts: npm run ops -- alerts',
  'mail.ticket_marker': 'Write your reply above this line',
  'mail.ticket_files': '{count, plural, one {# attachment} other {# attachments}}',
  'mail.letter.ticket_answered.subject': 'Re: {subject} [{number}]',
  'mail.letter.ticket_answered.text': 'Support has answered your question “{subject}”:\n\n{content}{files}',
  'mail.letter.ticket_answered.action': 'Open the conversation',
  'mail.letter.ticket_answered_reply.subject': 'Re: {subject} [{number}]',
  'mail.letter.ticket_answered_reply.text':
    '{marker}\n\nSupport has answered your question “{subject}”:\n\n{content}{files}\n\nYou can reply to this e-mail, or on the page of the conversation. An answer by e-mail must come from the address of your account.',
  'mail.letter.ticket_answered_reply.action': 'Open the conversation',
  'mail.letter.ticket_question.subject': '[{number}] {subject}',
  'mail.letter.ticket_question.text':
    '{marker}{content}{files}\n\nAccount number: {account}\nReceived: {at} UTC\n\nAnswer: npm run ops -- tickets answer {ticket}',
  'mail.letter.contact.subject': 'Message {reference}',
  'mail.letter.contact.text':
    'Received on {at} UTC. Reply to this e-mail to answer, or call if only a phone is given.\n\nName: {name}\nE-mail: {email}\nPhone: {phone}\nAccount number: {account}\n\n{message}',
  'mail.letter.call.subject': 'Please call back: {reference}',
  'mail.letter.call.text': 'Callback requested on {at} UTC.\n\nPhone: {phone}\nAccount number: {account}',
  'mail.letter.email_change.subject': 'Confirm your new e-mail',
  'mail.letter.email_change.text':
    'We were asked to use {email} as the new e-mail of a Tradefront account. The link below confirms it. It works once, within an hour.\n\nIf you didn’t ask for it, ignore this e-mail: nothing changes.',
  'mail.letter.email_change.action': 'Confirm the e-mail',
  'mail.letter.email_changed.action': 'Undo the change',
  'mail.letter.prove_email.subject': 'Confirm your e-mail',
  'mail.letter.prove_email.text':
    'Welcome to Tradefront. Please confirm that this mailbox is yours. The link below works once, within {days, plural, one {# day} other {# days}}.\n\nIf you didn’t open an account, ignore this e-mail.',
  'mail.letter.prove_email.action': 'Confirm the e-mail',
  'mail.letter.withdrawal_destination.subject': '{code} is your code for new payment details',
  'mail.letter.withdrawal_destination.text':
    'New payment details for withdrawals were entered: {method}, {account}.\n\nIf it was you, enter this code: {code}\n\nThey can be used from {at} UTC: new payment details can be used only after a waiting period, to protect your money.\n\nIf it wasn’t you, tell no one the code, change your password now and contact support.',
  'mail.letter.withdrawal_waiting_approval.subject': 'We are checking your withdrawal of {amount}',
  'mail.letter.withdrawal_waiting_approval.text':
    'We have received your withdrawal. The money is on hold, and we check the withdrawal before we send it. You can cancel it until it is approved.\n\n{details}\n\nIf it wasn’t you, change your password now and contact support.',
  'mail.letter.withdrawal_waiting_documents.subject': 'Your withdrawal of {amount} waits for your documents',
  'mail.letter.withdrawal_waiting_documents.text':
    'We have received your withdrawal. The money is on hold until your documents are approved and we have checked the withdrawal: please send the documents that are missing. You can cancel the withdrawal until it is approved.\n\n{details}\n\nIf it wasn’t you, change your password now and contact support.',
  'mail.letter.withdrawal_approved.subject': 'Your withdrawal of {amount} is approved',
  'mail.letter.withdrawal_approved.text':
    'We are sending the money now. You get another e-mail when it is sent.\n\n{details}',
  'mail.letter.withdrawal_paid.subject': 'Receipt: withdrawal of {amount}',
  'mail.letter.withdrawal_paid.text': 'The money has been sent. This e-mail is your receipt.\n\n{details}',
  'mail.letter.withdrawal_paid_part.subject': 'We could send {paid} of your withdrawal',
  'mail.letter.withdrawal_paid_part.text':
    'A part of the money could not be sent. {returned} are back on your account, and there was no fee. {reason}\n\n{details}',
  'mail.letter.withdrawal_returned.subject': 'Your withdrawal of {amount} could not be sent',
  'mail.letter.withdrawal_returned.text':
    'All of the money is back on your account, and there was no fee. {reason}\n\n{details}',
  'mail.letter.withdrawal_rejected.subject': 'We could not approve your withdrawal of {amount}',
  'mail.letter.withdrawal_rejected.text': '{reason}\n\nAll of the money is back on your account.\n\n{details}',
  'mail.letter.withdrawal_stopped.subject': 'We have stopped your withdrawal of {amount}',
  'mail.letter.withdrawal_stopped.text':
    '{reason}\n\nYour balance shows what is left. If the money was not enough, you owe the rest: it is taken from the next money on your account. There was no fee.\n\n{details}',
  'mail.letter.withdrawal_cancelled.subject': 'You have cancelled your withdrawal of {amount}',
  'mail.letter.withdrawal_cancelled.text':
    'All of the money is back on your account.\n\n{details}\n\nIf it wasn’t you, change your password now and contact support.',
  'mail.withdrawal_amount': 'Amount: {amount}',
  'mail.withdrawal_fee': 'Fee: {amount}',
  'mail.withdrawal_part': '{method}, {place}: {amount}',
  'mail.withdrawal_returned': 'Back on your account: {amount}',
  'mail.withdrawal_sent': 'Sent before: {amount}',
  'mail.withdrawal_stopped': 'No longer on hold: {amount}',
  'mail.withdrawal_bonus_frozen':
    'Frozen bonus: {amount}. It is taken when the first part of the money is sent, and comes back if nothing is sent. Until then you can’t ask for another withdrawal.',
  'mail.withdrawal_bonus_taken': 'Bonus given up for this withdrawal: {amount}',
  'mail.withdrawal_bonus_back': 'Bonus given back, with its turnover as it was: {amount}',
  'mail.withdrawal_no_reason': 'Contact support if you have questions.',
  'mail.deposit_amount': 'Amount: {amount}',
  'mail.deposit_bonus': 'Bonus: {bonus}',
  'mail.deposit_promo': 'Bonus of promo code {code}: {bonus}',
  'mail.deposit_turnover':
    'Turnover of your own money before the bonus is released: {turnover}. Up to {release} becomes your cash then. Ties, void trades, opposite trades and stakes of bonus money do not count.',
  'mail.deposit_instrument': 'Paid with: {instrument}',
  'mail.deposit_date': 'Date: {at} UTC',
  'mail.deposit_reference': 'Reference: {reference}',
  'mail.deposit_statement': 'Name on your card statement: {name}',
  'mail.deposit_statement_wallet': 'Your statement names: {name}',
  'mail.deposit_your_bank': 'your bank',
  'mail.deposit_source': 'the account it came from',
  'mail.deposit_next_day': 'Nothing was charged. You can pay by card again from 00:00 UTC.',
  'mail.deposit_captured': 'The bank took money for it after all. You get another e-mail about that.',
  'mail.deposit_captured_wallet': '{name} took money for it after all. You get another e-mail about that.',
  'mail.deposit_returned': 'The bank has sent back the money that it had taken.',
  'mail.deposit_returned_wallet': '{name} has sent back the money that it had taken.',
  'mail.deposit_late_why': 'Your bank approved this payment late, after it had ended without success.',
  'mail.deposit_late_why_wallet': '{name} approved this payment late, after it had ended without success.',
  'mail.deposit_late_other_wallet': '{name} took a different amount than you chose.',
  'mail.deposit_late_other': 'The bank charged a different amount than you chose.',
  'mail.deposit_part_rest':
    'A payment to your invoice has arrived and is on your account. The bonus, if you chose one, comes with the payment that completes the invoice in time.',
  'mail.deposit_part_ended':
    'A payment to your invoice has arrived and is on your account. The time of the invoice ended before the whole amount was sent, so there is no bonus.',
  'mail.deposit_part_canceled':
    'This payment arrived after you had cancelled your invoice. It is on your account, at the rate of the invoice. It brings no bonus.',
  'mail.deposit_part_more':
    'You have sent more than the amount of your invoice. This payment is on your account, too. The bonus is that of the invoice and does not change.',
  'mail.deposit_part_lower':
    'This payment is on your account. The rate of your invoice does not cover all of it: it was more than was asked for, its block came too late, or the market had fallen too far. On average it is credited at 1 {coin} = {rate}. It brings no bonus.',
  'mail.letter.deposit_credited.subject': 'Receipt for your deposit of {amount}',
  'mail.letter.deposit_credited.text': 'Your deposit is on your account. This is your receipt.\n\n{details}',
  'mail.letter.deposit_credited.action': 'See my deposits',
  'mail.letter.deposit_failed.subject': '{what}: {amount}',
  'mail.letter.deposit_failed.text': '{what}. {next}\n\n{details}',
  'mail.letter.deposit_failed.action': 'Add funds',
  'mail.letter.deposit_review.subject': 'We’re checking your payment of {amount}',
  'mail.letter.deposit_review.text':
    'The bank has not told us the result yet. If the money was taken, it will reach your account or be returned to your card. You don’t need to do anything: we’ll e-mail you the result. You can start another payment in the meantime.\n\n{details}',
  'mail.letter.deposit_review.action': 'See my deposits',
  'mail.letter.deposit_review_wallet.subject': 'We’re checking your payment of {amount}',
  'mail.letter.deposit_review_wallet.text':
    '{name} has not told us the result yet. If the money was taken, it will reach your account or go back to where it came from. You don’t need to do anything: we’ll e-mail you the result. You can start another payment in the meantime.\n\n{details}',
  'mail.letter.deposit_review_wallet.action': 'See my deposits',
  'mail.letter.deposit_claimed.subject': 'We’re looking for your payment of {amount}',
  'mail.letter.deposit_claimed.text':
    'You reported this payment, and we check by hand whether it has arrived, usually within one working day. Once we have found it, the money is on your account, and you get another e-mail. You don’t need to do anything.\n\n{details}',
  'mail.letter.deposit_claimed.action': 'See my deposits',
  'mail.letter.deposit_claim_part.subject': '{amount} of your payment arrived',
  'mail.letter.deposit_claim_part.text':
    'You reported {claimed}, and {amount} has arrived. It is on your account, without a bonus. If you have sent more, contact support with your receipt.\n\n{details}',
  'mail.letter.deposit_claim_part.action': 'See my deposits',
  'mail.letter.deposit_late.subject': '{amount} arrived after all',
  'mail.letter.deposit_late.text':
    '{why} {amount} is on your account, without a bonus and its turnover.\n\nYou decide: on the “Add funds” page, press “Keep it” or “{sendBack}”. If you do nothing, the money stays on your account.\n\n{details}',
  'mail.letter.deposit_late.action': 'Keep it or send it back',
  'mail.letter.deposit_part.subject': '{amount} arrived',
  'mail.letter.deposit_part.text': '{why}\n\n{details}',
  'mail.letter.deposit_part.action': 'See my deposits',
  'mail.letter.deposit_refunded.subject': '{amount} was returned',
  'mail.letter.deposit_refunded.text':
    'We sent {amount} back to {target}. It usually arrives within {days, plural, one {# day} other {# days}}; {who} decides when.\n\n{details}',
  'mail.letter.deposit_refunded.action': 'See my deposits',
  'mail.letter.deposit_taken_back.subject': '{amount} was taken from your account again',
  'mail.letter.deposit_taken_back.text': '{why}\n\n{details}',
  'mail.letter.deposit_taken_back.action': 'See my deposits',
  'mail.prize_weekly': 'weekly tournament',
  'mail.prize_weekend': 'weekend tournament',
  'mail.prize_bonus': 'a bonus of {amount}',
  'mail.letter.loss_return.subject': 'Your next Up/Down trade: up to {amount} back if it loses',
  'mail.letter.loss_return.text':
    'You have accepted our offer. On {day} (UTC) your trades lost {loss} of your own money. {percent, number, ::percent scale/0.01} of it is {amount}.\n\nIf the next Up/Down trade that you buy with your own money loses, we return up to {amount} to you, but no more than you staked of your own money on that trade. It is cash: you can withdraw or trade it.\n\nIf the trade wins, or you sell it early, nothing is returned. If it is a tie or void, the offer waits for your next trade. Trades on the ladder do not use it. If a trade in the other direction on the same symbol was open at the same time, nothing is returned. The offer is made once. On average, the trades that lead to this offer cost more than it gives back.',
  'mail.letter.loss_return.action': 'Trade',
  'mail.letter.prize_unverified.subject': 'You won {prize}: send your documents by {until}',
  'mail.letter.prize_unverified.text':
    'You finished in place {rank} for the prizes of the {tournament} that ended on {date}. Your prize is {prize}. We pay it when your account is verified; we check large cash prizes before that. Send your documents soon: if your account is not verified by {until}, the prize lapses.',
  'mail.letter.prize_unverified.action': 'See my prizes',
  'mail.letter.prize_cash.subject': 'You won {prize}: place {rank} in the {tournament}',
  'mail.letter.prize_cash.text':
    'You finished in place {rank} of the {tournament} that ended on {date}. Your prize of {prize} is on your account as cash: you can trade or withdraw it, and it requires no turnover.',
  'mail.letter.prize_cash.action': 'See my prizes',
  'mail.letter.prize_bonus.subject': 'You won a bonus of {prize}: place {rank} in the {tournament}',
  'mail.letter.prize_bonus.text':
    'You finished in place {rank} of the {tournament} that ended on {date}. Your prize is a bonus of {prize}, and it is on your account. Stake {turnover} of your own money in total, and up to {release} of the bonus money becomes your cash. Ties, void trades, opposite trades and stakes of bonus money do not count. If you withdraw before that, you lose the bonus and what it has won.',
  'mail.letter.prize_bonus.action': 'See my prizes',
  'mail.letter.prize_item.subject': 'You won an {prize}: place {rank} in the {tournament}',
  'mail.letter.prize_item.text':
    'You finished in place {rank} of the {tournament} that ended on {date}. Your prize is an {prize}. We will contact you at this address to ask where to send it. You don’t need to do anything.',
  'mail.letter.prize_item.action': 'See my prizes',
  'mail.letter.price_alert_reached.subject': '{title}',
  'mail.letter.price_alert_reached.text':
    '{title} on {at} UTC. Your alert was set at {level}.\n\nIt has ended. You can set a new one on the chart.',
  'mail.letter.price_alert_reached.action': 'Open the chart',
  'mail.letter.price_alert_expired.subject': '{title}',
  'mail.letter.price_alert_expired.text':
    '{title} within {days, number} days, so your alert has ended. You can set a new one on the chart.',
  'mail.letter.price_alert_expired.action': 'Open the chart',
} as const
