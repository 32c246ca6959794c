export const promo = {
  'promo.invalid': 'This promo code isn’t valid. Check the spelling.',
  'promo.ended': 'This promo code has ended.',
  'promo.used_up': 'This promo code has been used up.',
  'promo.used_by_you': 'You have already used this promo code.',
  'promo.new_accounts_only': 'This promo code is only for new accounts. It can be entered when an account is opened.',
  'promo.email_unproved': 'Confirm your e-mail first: open the link that we sent you. Then enter the code again.',
  'promo.practice': 'Promo codes are for real accounts.',
  'promo.bonus_over': 'This bonus has already ended. Nothing was changed.',
  'promo.stored_done': 'The code is saved. Its bonus comes with your next deposit.',
  'promo.used_done': 'Done: a bonus of {amount} is on your account.',
} as const
