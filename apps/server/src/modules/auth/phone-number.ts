/** spec: funding 5 */
export const serverCheckedPrefix = '1'

/** @param digits with the prefix */
export async function isPhoneNumber(digits: string): Promise<boolean> {
  // Loaded on demand: the numbering plans are large.
  const { isValidPhoneNumber } = await import('libphonenumber-js/min')
  return isValidPhoneNumber(`+${digits}`)
}

/** Returns a plus and digits, or null if invalid. */
export function normalizePhone(input: string): string | null {
  const trimmed = input.trim()
  const digits = trimmed.replace(/\D/g, '')
  return /^\+?[0-9 ()-]+$/.test(trimmed) && digits.length >= 5 && digits.length <= 20 ? `+${digits}` : null
}
