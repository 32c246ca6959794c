/** Deposits by card: the cascade's messages and the funding page. */
export const cards = {
  'cascade_card.founded': 'Your deposit has reached your account.',
  'cascade_card.failed': 'The payment did not go through with this card. Nothing was charged. Try another card.',
  'cards.limit': 'Too many payments with this card have failed. Use another card, or accept the limit and try again tomorrow.',
  'cards.bad_card': 'This card cannot be used here. Please use another card.',
  'orange.pay_fail': 'The payment failed. Nothing was charged.',
  'cards.abandoned': 'You gave this payment up. Nothing was charged.',
  'cards.review': 'We are looking into this payment. You will be told as soon as we know; you may start another one.',
  'cards.refund_refused': 'This payment can no longer be given back here. Please write to support.',
  'cards.declined': 'Your transaction was declined.',
  'cards.declined_contact': 'Your transaction was declined. Please contact merchant support.',
} as const
