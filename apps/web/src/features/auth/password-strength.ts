export type PasswordStrength = 'short' | 'weak' | 'fair' | 'good'

const minLength = 8
const common = /^(?:password|qwerty|letmein|welcome|admin|iloveyou|abc|123|пароль|йцукен)/i

/**
 * Rates a password, mostly by its length, then by the kinds and number of different characters. Parts that are the user's name or e-mail
 * are ignored.
 */
export function ratePassword(password: string, personalWords: readonly string[] = []): PasswordStrength {
  const length = [...password].length
  if (length < minLength) return 'short'
  const lower = password.toLowerCase()
  const isOwn = personalWords.some((word) => word.length >= 3 && lower.includes(word.toLowerCase()))
  const different = new Set(lower).size
  if (isOwn || common.test(password) || different < 5) return 'weak'
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  const points = length + (kinds - 1) * 2 + (different >= 8 ? 1 : 0)
  if (points >= 16) return 'good'
  return points >= 11 ? 'fair' : 'weak'
}
