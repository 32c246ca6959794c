/** Payments by wallets, and claims. */
export const wallets = {
  'wallets.currency': 'Pay in the currency of your account, {currency}.',
  'wallets.country': 'This wallet isn’t available in your country or currency. Choose another way to pay.',
  'wallets.switched_off': 'This wallet isn’t available at the moment. Nothing was charged. Choose another way to pay.',
  'wallets.claim_decided': 'Another operator has already decided about this claim.',
  'wallets.claim_rejected':
    'We could not find this payment. Nothing was added to your account. If you have sent it, contact support with your receipt.',
  'wallets.claim_part':
    'Less than you reported has arrived. It is on your account, without a bonus. If you have sent more, contact support with your receipt.',
  'wallets.transaction_missing':
    'Enter the transaction number (ID) of your litecoin payment: 64 letters and digits, from your wallet or exchange.',
  'wallets.some_errors': 'some errors, try latter.',
  'wallets.some_errors_explained':
    'That did not work. Check your connection and try again. You are never charged twice for one payment.',
  'wallets.error': 'Error',
  'wallets.error_title': 'The payment was not started',
  'wallets.redirect_text':
    'You pay on the page of {name}, and then come back here. Money usually arrives within a minute.',
  'wallets.neteller_account': 'Neteller account or e-mail',
  'wallets.neteller_secure_id': 'Secure ID',
  'wallets.neteller_secure_id_help':
    'Six digits, in your Neteller account under Security. We pass it on once and never store it.',
  'wallets.neteller_account_empty': 'Enter your Neteller account.',
  'wallets.neteller_secure_id_empty': 'Enter your Secure ID.',
  'wallets.details': 'Pay with {name}',
  'wallets.progress_title': '{name}: {amount}',
  'wallets.opening': 'We are opening the payment.',
  'wallets.unanswered':
    'We have no answer yet and keep trying. You can choose another way to pay. If this payment has started after all, it is shown on this page.',
  'wallets.choose_other': 'Choose another way to pay',
  'wallets.leaving': 'You are being taken to {name}.',
  'wallets.waits_for_you': 'The payment waits for you at {name}. Finish it there, or cancel it here.',
  'wallets.waits_for_result':
    'We are waiting for the answer of {name}. You can leave this page: the payment goes on, and its result is shown here.',
  'wallets.to_page': 'Continue at {name}',
  'wallets.cancel': 'Cancel and choose another way to pay',
  'wallets.canceling': 'The payment is being cancelled.',
  'wallets.failed_text':
    'Nothing was charged. Check your balance at {name}, and try again or choose another way to pay.',
  'wallets.review_title': 'We do not know the result yet',
  'wallets.review_text':
    '{name} has not told us the result of this payment. We keep asking, and tell you as soon as we know. You can start another payment.',
  'wallets.try_again': 'Try again',
  'wallets.bank_text': 'Make a transfer to this account, with the reference exactly as shown. Then report it below.',
  'wallets.sample_account': 'Sample details: do not send money',
  'wallets.reference': 'Reference',
  'wallets.webmoney_text':
    'Send the money to this wallet, which is in the currency of your account, with the reference as the note. Then report it below.',
  'wallets.litecoin_text':
    'Send litecoin to this address. Then report it below with its transaction number: all traders use the same address, and we recognize your payment by it.',
  'wallets.litecoin_about': 'About this much, at 1 LTC = {rate}',
  'wallets.litecoin_rate':
    'Your payment is credited at our rate at the time when the network confirms it. The rate can change until then: for the bonus, send a little more.',
  'wallets.litecoin_no_rate':
    'We have no rate for litecoin at the moment. Your payment is credited at our rate at the time when the network confirms it.',
  'wallets.litecoin_only':
    'Send only litecoin (LTC), on the Litecoin network. Other coins, or litecoin on another network, will not arrive and can be lost.',
  'wallets.litecoin_address': 'Litecoin address',
  'wallets.sent_amount': 'Amount that you have sent',
  'wallets.sent_amount_help': 'In the currency of your account. Report what you have really sent, whatever it is.',
  'wallets.sent_amount_missing': 'Enter how much you have sent. It must be more than zero.',
  'wallets.sent_other': 'I sent another amount',
  'wallets.sent_planned': 'I sent {amount}',
  'wallets.outside_limits':
    'Bonuses are for deposits of {minimum} to {maximum}. This amount is credited without a bonus.',
  'wallets.transaction': 'Transaction number (ID)',
  'wallets.transaction_help': '64 letters and digits. Your wallet or exchange shows it once you have sent the payment.',
  'wallets.note': 'Transfer number or transaction',
  'wallets.note_help': 'Helps us to find your payment. Optional.',
  'wallets.report': 'I have sent {amount}',
  'wallets.report_text':
    'We check your payment by hand, usually within one working day. It is credited when it has arrived. The bonus is added only if the whole amount has arrived.',
  'wallets.report_nothing': 'Report the payment',
  'wallets.reported_heading': 'Your report has arrived',
  'wallets.report_another': 'Report another payment',
  'wallets.reported_title': 'We are looking for your payment of {amount}',
  'wallets.reported_text':
    'We add it to your account as soon as we have found it. Your receipt number is {receiptNumber}.',
  'wallets.no_top_up':
    'Quick top-up needs a saved card and an earlier deposit. Nothing was charged. Add funds with any method first.',
  'wallets.pay_note': 'You are charged at most once.',
} as const
