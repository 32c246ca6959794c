/** The prefix whose numbers are checked with the server before the form is sent (spec: funding 5). */
export const serverCheckedPrefix = '1'

/** Whether digits with their prefix in front can be a telephone number. */
export async function isPhoneNumber(digits: string): Promise<boolean> {
  // The numbering plans of the world are large: no start has to wait for them.
  const { isValidPhoneNumber } = await import('libphonenumber-js/min')
  return isValidPhoneNumber(`+${digits}`)
}
