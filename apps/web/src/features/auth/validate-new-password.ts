import { newPassword } from '@tradefront/contract/auth'
import type { TextKey } from '@tradefront/texts/keys'

/** Checks length and repetition (directive `equals`). */
export function validateNewPassword(
  password: string,
  repeatPassword: string,
): { readonly password?: TextKey; readonly repeatPassword?: TextKey } {
  if (!newPassword.safeParse(password).success) return { password: 'auth.password_short' }
  return repeatPassword === password ? {} : { repeatPassword: 'auth.passwords_differ' }
}
