/** Log-in, log-out, registration. */
export const auth = {
  'auth.login_error': 'E-mail or password is not right. Check both and try again.',
  'auth.server_error': 'The server could not answer. Please try again in a moment.',
  'auth.usa': 'We are sorry: we may not open accounts for people who live in the United States.',
  'auth.country_blocked': 'We are sorry: we do not open accounts in this country.',
  'auth.phone_prefix': 'We do not know this phone prefix. Choose one from the list.',
  'auth.email_taken': 'There is already an account with this e-mail. Log in, or use another e-mail.',
  'auth.promo_unknown': 'We do not know this promo code. Check it, or leave the field empty.',
} as const
