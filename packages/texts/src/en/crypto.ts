/** Deposits in bitcoin and ether. */
export const crypto = {
  'crypto.rates_stale':
    'We have no current exchange rate right now, so no invoice was made. Try again in a few minutes.',
  'crypto.unavailable':
    'Payments in this coin can’t be checked right now, so no invoice was made. Try again in a few minutes.',
  'crypto.too_many_open':
    'You have {count, plural, one {# open invoice} other {# open invoices}} already. Pay one of them, cancel one, or wait until one has expired.',
  'crypto.no_invoice': 'You have no open bitcoin invoice. Make one first.',
  'crypto.expired': 'The invoice has expired. No payment was seen in time.',
  'crypto.underpaid':
    'The invoice has expired before the whole amount arrived. What arrived is on your account, without a bonus.',
  'crypto.network_changed': 'The invoice was closed, because we now receive this coin on another network.',
  'crypto.failed_network_changed': 'The invoice was closed',
  'crypto.next_network_changed':
    'We now receive this coin on another network. Don’t send anything to the old address. What we had credited stays on your account; if you have sent more, contact support.',
  'crypto.failed_expired': 'The invoice was not paid in time',
  'crypto.next_expired':
    'If you have sent the coins anyway, you don’t need to do anything: what arrives within 24 hours is credited by the terms of the invoice, without a bonus. Don’t send anything to the old address after that.',
  'crypto.failed_underpaid': 'Only a part of the invoice was paid in time',
  'crypto.next_underpaid':
    'What arrived is credited to your account, without a bonus, once the network has confirmed it.',
  'crypto.canceled': 'You cancelled this invoice.',
  'crypto.failed_canceled': 'You cancelled this invoice',
  'crypto.next_canceled':
    'Don’t send anything to its address. If you have sent coins, you don’t need to do anything: what arrives within 24 hours is credited, without a bonus.',
  'crypto.not_cancelable': 'Something has arrived for this invoice already, so it can’t be cancelled.',
} as const
