import { isValidPhoneNumber } from 'libphonenumber-js/min'

/** The prefix whose numbers are checked with the server before the form is sent (spec: funding 5). */
export const checkedPrefix = '1'

/** Whether digits with their prefix in front can be a telephone number. */
export function isPhoneNumber(digits: string): boolean {
  return isValidPhoneNumber(`+${digits}`)
}
