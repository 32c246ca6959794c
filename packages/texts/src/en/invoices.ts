/** The coin tabs of the funding screen, and invoices in coins. */
export const invoices = {
  'invoices.details_BTC': 'Pay with Bitcoin',
  'invoices.details_ETH': 'Pay with Ethereum',
  'invoices.how':
    'Next you get an address and the exact amount. Send it from any wallet or exchange within an hour: the invoice says how long its rate holds, and for how much.',
  'invoices.about':
    'About {coinAmount} {coin} at 1 {coin} = {rate}, after our {spread} of the rate. The exact amount is set with the address.',
  'invoices.pay_note': 'Nothing leaves your wallet until you send it.',
  'invoices.only_BTC':
    'Send only bitcoin (BTC), on the Bitcoin network. Other coins, or bitcoin on another network (Lightning, BNB Smart Chain), will not arrive and can be lost.',
  'invoices.only_ETH':
    'Send only ether (ETH), on the Ethereum main network. Tokens such as USDT or USDC are not credited, and ether on another network (Arbitrum, Base, BNB Smart Chain) can be lost.',
  'invoices.minimum':
    'Some exchanges take their fee from the amount: make sure that all of it arrives. Payments worth less than {smallest} are not credited.',
  'invoices.rates': 'Rates in US dollars',
  'invoices.rates_at': 'As of {time}',
  'invoices.rates_none': 'There are no rates at the moment.',
  'invoices.stale_title': 'No current rate for this coin',
  'invoices.stale_text':
    'New invoices are possible again as soon as there is one, usually within minutes. Open invoices keep their rate and its conditions. You can also choose another way to pay.',
  'invoices.stale_other': 'Pay by card',

  'invoices.open_title': 'Your invoices',
  'invoices.open_row': '{coinAmount} {coin} for {amount}',
  'invoices.open_link': 'Open the invoice',
  'invoices.is_new': 'Waits for your payment until {time}',
  'invoices.is_checking': 'The hour is over. We’re checking the last blocks.',
  'invoices.is_checked': 'We’re checking a payment.',
  'invoices.is_underpaid': 'Send the rest: {missing} {coin}',
  'invoices.is_watched': 'Ended. The address is watched until {time}.',

  'invoices.title_BTC': 'Bitcoin invoice',
  'invoices.title_ETH': 'Ethereum invoice',
  'invoices.test_chain': 'Test chain: these coins have no value. Don’t send real ones.',
  'invoices.test_wallet': 'Pay with the test wallet',
  'invoices.followed': 'Your payment is safe: we follow it anyway.',
  'invoices.missing_title': 'There is no such invoice',
  'invoices.missing_text': 'It is not on your account. Your invoices are listed on the page “Add funds”.',
  'invoices.to_methods': 'Back to the payment methods',
  'invoices.close': 'Close',
  'invoices.new_invoice': 'Make a new invoice',
  'invoices.start_trading': 'Start trading',

  'invoices.left': '{time} left',
  'invoices.left_label': 'Time left to pay',
  'invoices.left_unknown': 'Checking the time',
  'invoices.amount': 'Amount',
  'invoices.rest': 'Rest',
  'invoices.address': 'Address',
  'invoices.copy_amount': 'Copy the amount',
  'invoices.copy_address': 'Copy the address',
  'invoices.copy_detail': 'Copy: {name}',
  'invoices.address_copied': 'Address copied to clipboard',
  'invoices.amount_copied': 'Amount copied to clipboard',
  'invoices.detail_copied': 'Copied to clipboard: {name}',
  'invoices.copy_failed': 'Unable to copy!',
  'invoices.copy_failed_explained': 'It could not be copied. Select the text and copy it by hand.',
  'invoices.qr': 'QR code with the address and the amount',
  'invoices.qr_help': 'Scan it with your wallet',
  'invoices.open_wallet': 'Open in my wallet',

  'invoices.new_title': 'Send {missing} {coin}',
  'invoices.new_text':
    'Send it before {time}, in one payment if you can. It appears here as soon as the network knows it.',
  'invoices.checking_title': 'The hour is over',
  'invoices.checking_text':
    'Don’t send anything now. We’re checking the last blocks: the rate of the invoice holds for a payment in a block before {blockTime}.',
  'invoices.checking_part_text':
    'Don’t send anything now: {received} of {due} {coin} arrived in time. It is credited as soon as the network has confirmed it.',
  'invoices.underpaid_title': 'Send the rest: {missing} {coin}',
  'invoices.underpaid_text': '{received} of {due} {coin} has arrived. Send the rest to the same address before {time}.',
  'invoices.underpaid_credited': '{credited} is on your account; {missing} {coin} is missing.',
  'invoices.underpaid_bonus_missing': 'Without the rest, the bonus of {bonuses} is not added.',
  'invoices.underpaid_bonus':
    'Without the rest, what has arrived is credited, but the bonus of {bonuses} is not added.',
  'invoices.underpaid_promo': 'The promo code {code} then stays for your next deposit.',
  'invoices.underpaid_plain': 'Without the rest, what has arrived is credited.',
  'invoices.seen_title': 'Seen: {confirmations} of {required} confirmations',
  'invoices.seen_text':
    'You don’t need to do anything. The money is on your account after {required, plural, one {# confirmation} other {# confirmations}}.',
  'invoices.seen_time': 'That usually takes about {minutes, plural, one {# more minute} other {# more minutes}}.',
  'invoices.paid_title': '{credited} is on your account',
  'invoices.paid_text': 'Your {received} {coin} has arrived.',
  'invoices.paid_bonus': 'The bonus of {bonus} is added.',
  'invoices.paid_promo': 'The bonus of {promoBonus} from the promo code {code} is added.',
  'invoices.overpaid_text':
    'You sent {received} {coin} instead of {due}. All of it is credited: up to {max} {coin} at the rate of the invoice, but never more than {gain} above the market when it was mined; the rest at the lower of that rate and our rate when it was mined. The bonus stays that of the invoice.',
  'invoices.also_late':
    '{late} {coin} more came too late for the rate of the invoice. It is credited at the lower of that rate and our rate when it is mined.',
  'invoices.also_late_waiting':
    '{late} {coin} more came after the end of the invoice. It is credited as soon as the network has confirmed it: at the rate of the invoice if its block comes before {blockTime}, later at the lower of that rate and our rate when it is mined.',
  'invoices.late_title': 'Arrived late: credited at the lower rate',
  'invoices.late_text':
    '{late} {coin} came too late for the rate of the invoice. {credited} is on your account, without a bonus.',
  'invoices.late_waiting_title': 'A late payment is on its way',
  'invoices.late_waiting':
    '{late} {coin} came late. It is credited without a bonus as soon as the network has confirmed it.',
  'invoices.after_end_title': 'Paid after the end: credited without a bonus',
  'invoices.after_end_text':
    '{received} {coin} came after the end of the invoice, but in time for its rate. {credited} is on your account, without a bonus.',
  'invoices.after_end_waiting_title': 'Paid after the end',
  'invoices.after_end_waiting':
    '{received} {coin} came after the end of the invoice, but in time for its rate. It is credited without a bonus as soon as the network has confirmed it.',
  'invoices.part_title': 'Only a part arrived',
  'invoices.part_text': '{received} of {due} {coin} arrived. {credited} is on your account, without a bonus.',
  'invoices.part_waiting':
    '{received} of {due} {coin} arrived. It is credited without a bonus as soon as the network has confirmed it.',
  'invoices.expired_title': 'The invoice has expired',
  'invoices.expired_text': 'No payment was seen in time, and nothing was credited.',
  'invoices.canceled_title': 'You cancelled this invoice',
  'invoices.canceled_text': 'Nothing has arrived for it.',
  'invoices.canceled_waiting':
    'Coins have arrived for it after all. They are credited without a bonus as soon as the network has confirmed them.',
  'invoices.canceled_credited': 'Coins have arrived for it after all. {credited} is on your account, without a bonus.',
  'invoices.checked_title': 'We’re checking a payment',
  'invoices.checked_text':
    'A payment that was credited is no longer known to the network. Until we have checked it, nothing more is credited for this invoice. You don’t need to do anything: don’t send more coins now.',
  'invoices.taken_back_title': 'A payment was taken back',
  'invoices.taken_back_text':
    '{takenBack} {coin} had been credited and is no longer known to the network, so it was taken back from your account, together with any bonus that came with it. If you don’t know why, contact support.',
  'invoices.since_then':
    'What has arrived since then is credited without a bonus as soon as the network has confirmed it.',
  'invoices.watched':
    'Don’t send anything to this address any more. What is already on its way is credited without a bonus if it arrives before {time}: after {blockTime} at the lower of the rate of the invoice and our rate when it is mined.',
  'invoices.not_watched':
    'This address is no longer watched: don’t send anything to it. If you have sent coins after {time}, contact support with the number of the transaction.',
  'invoices.report_label': 'Number of the transaction',
  'invoices.report_another': 'Report another transaction',
  'invoices.report_help': 'If you sent bitcoin after that: your wallet shows this number. We look for it by hand.',
  'invoices.report': 'Report it',
  'invoices.reported':
    'Thank you. We are looking for the transaction {hash}, usually within one working day. It is in the list of your deposits.',
  'invoices.reported_before':
    'You have reported the transaction {hash} before, and we have looked for it. The result is in the list of your deposits. If you don’t agree with it, contact support.',
  'invoices.support': 'Contact support',

  'invoices.terms': 'Details',
  'invoices.for_amount': 'For',
  'invoices.bonus': 'Bonus, if paid in time',
  'invoices.bonus_added': 'Bonus',
  'invoices.promo': 'Promo code {code}, if paid in time',
  'invoices.promo_added': 'Promo code {code}',
  'invoices.turnover': 'Turnover of your own money before the bonus is released',
  'invoices.rate': 'Rate',
  'invoices.rate_value': '1 {coin} = {rate}',
  'invoices.spread_value': '{spread}: {cost}',
  'invoices.spread': 'Our part of the rate, included',
  'invoices.lock':
    'The rate holds for up to {max} {coin} in a block before {blockTime}; the rest, and what comes later, is credited at the lower of this rate and our rate when it is mined. What is credited is never more than {gain} above the market at that time.',
  'invoices.ends': 'Invoice ends',
  'invoices.credited': 'Credited so far',
  'invoices.after_end':
    'After the end, the address is watched for 24 hours more. What arrives then is credited without a bonus. After that, payments to it are no longer seen.',
  'invoices.leave': 'You can close this window: the invoice stays in your list, and we follow the payment anyway.',

  'invoices.cancel': 'Cancel the invoice',
  'invoices.cancel_title': 'Cancel this invoice?',
  'invoices.cancel_text':
    'Cancel it only if you haven’t sent anything. If coins arrive within 24 hours after all, they are credited without a bonus.',
  'invoices.cancel_keep': 'Keep the invoice',

  'invoices.payments': 'Payments',
  'invoices.transaction': 'Transaction',
  'invoices.payment_seen': '{confirmations} of {required} confirmations',
  'invoices.payment_credited': 'Credited',
  'invoices.payment_checking': 'Being checked',
  'invoices.payment_taken_back': 'Taken back from your account: no longer known to the network',
  'invoices.payment_orphaned': 'No longer known to the network. If it is sent again, it counts again.',
  'invoices.payment_dust': 'Too small to be credited',
  'invoices.payment_token': 'A token: not credited. Contact support to get it back.',
  'invoices.token': 'Token',

  'invoices.other_title': 'I’m sending another amount',
  'invoices.other_label': 'Bitcoin that you send',
  'invoices.other_help': 'To see what it is worth here. Nothing is sent.',
  'invoices.other_save': 'Note this amount',
  'invoices.other_invalid': 'Enter an amount in bitcoin, for example 0.015.',
  'invoices.other_less':
    '{coinAmount} BTC is worth {amount} at the rate of the invoice: credited without the bonus, unless the rest follows.',
  'invoices.other_less_plain': '{coinAmount} BTC is worth {amount} at the rate of the invoice.',
  'invoices.other_more':
    '{coinAmount} BTC is worth {amount} at the rate of the invoice, which holds for up to {max} BTC. Sending more does not change a bonus.',
} as const
