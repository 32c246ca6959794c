import { newPassword } from '@tradefront/contract/auth'
import { isEqual } from '@tradefront/rules/cards/directives'
import type { TextKey } from '@tradefront/texts/keys'

/** What stands against a new password, at its field: it must be long enough and repeated exactly (the directive `equals`). */
export function validateNewPassword(
  password: string,
  repeated: string,
): { readonly password?: TextKey; readonly repeated?: TextKey } {
  if (!newPassword.safeParse(password).success) return { password: 'auth.password_short' }
  return isEqual(repeated, password) ? {} : { repeated: 'auth.passwords_differ' }
}
