import { newPassword } from '@tradefront/contract/auth'
import { isEqual } from '@tradefront/rules/cards/directives'

/** What stands against a new password: it must be long enough, and repeated exactly (the directive `equals`). */
export function findPasswordPolicyViolation(
  password: string,
  repeated: string,
): 'auth.password_short' | 'auth.passwords_differ' | null {
  if (!newPassword.safeParse(password).success) return 'auth.password_short'
  return isEqual(repeated, password) ? null : 'auth.passwords_differ'
}
