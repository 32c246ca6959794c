/** Log-in, log-out, registration. */
export const auth = {
  'auth.login_error': 'E-mail or password is not right. Check both and try again.',
  'auth.server_error': 'The server could not answer. Please try again in a moment.',
} as const
