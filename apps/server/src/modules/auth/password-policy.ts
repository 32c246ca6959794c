import { newPassword } from '@tradefront/contract/auth'
import { type Result, ok, refuse } from '@tradefront/rules/result'

export type PasswordPolicyViolation = 'auth.password_short' | 'auth.passwords_differ'

export function checkNewPassword(password: string, repeated: string): Result<void, PasswordPolicyViolation> {
  if (!newPassword.safeParse(password).success) return refuse('auth.password_short')
  return repeated === password ? ok() : refuse('auth.passwords_differ')
}
