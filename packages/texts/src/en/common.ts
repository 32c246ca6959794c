/** Errors that any call may answer, and words that several screens share. */
export const common = {
  'errors.malformed': 'Something in this request is not right. Check the marked fields and try again.',
  'errors.session': 'Your session has ended. Please log in again.',
  'errors.csrf': 'This page has been open too long. Reload it and try again.',
  'errors.not_found': 'We could not find what you asked for.',
  'errors.conflict':
    'This does not fit with something that has happened in the meantime. Reload the page and look again.',
  'errors.too_large': 'This is too large to send.',
  'errors.wrong_type': 'We cannot read this kind of data.',
  'errors.other_key_body': 'This payment was already started with another amount. Start a new one.',
  'errors.too_many': 'Too many tries in a short time. Wait a minute and try again.',
  'errors.fault': 'Something went wrong on our side. Try again in a moment; if it stays, quote {reference} to support.',
  'errors.unreachable': 'We could not reach the server. Check your connection and try again.',
  'errors.field_required': 'Please fill this in.',
  'errors.field_invalid': 'This value is not valid.',
  'errors.field_too_small': 'This value is too small.',
  'errors.field_too_big': 'This value is too big.',
  'errors.field_unknown': 'This field is not known.',
} as const
