import { newPassword } from '@tradefront/contract/auth'
import type { TextKey } from '@tradefront/texts/keys'

/** Returns what is wrong with a new password, by field: too short, or not repeated exactly (directive `equals`). */
export function validateNewPassword(
  password: string,
  repeatPassword: string,
): { readonly password?: TextKey; readonly repeatPassword?: TextKey } {
  if (!newPassword.safeParse(password).success) return { password: 'auth.password_short' }
  return repeatPassword === password ? {} : { repeatPassword: 'auth.passwords_differ' }
}
