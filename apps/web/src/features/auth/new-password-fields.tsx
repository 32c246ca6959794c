import type { TextKey } from '@tradefront/texts/keys'
import type { Ref } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordStrengthMeter } from './password-strength-meter.tsx'

/** A new password and its repetition. */
export function NewPasswordFields(props: {
  readonly label: string
  readonly password: string
  readonly repeated: string
  readonly onPassword: (value: string) => void
  readonly onRepeated: (value: string) => void
  readonly errors: { readonly password?: TextKey; readonly repeated?: TextKey }
  readonly passwordRef: Ref<HTMLInputElement>
  readonly repeatedRef: Ref<HTMLInputElement>
  /** Words of the owner's that make no good password. */
  readonly personalWords?: readonly string[]
}) {
  const t = useTranslate()
  const { errors } = props
  return (
    <>
      <PasswordField
        label={props.label}
        help={<PasswordStrengthMeter password={props.password} own={props.personalWords ?? []} />}
        value={props.password}
        onChange={props.onPassword}
        error={errors.password && t(errors.password)}
        name="new-password"
        autoComplete="new-password"
        inputRef={props.passwordRef}
      />
      <PasswordField
        label={t('auth.repeat_password')}
        value={props.repeated}
        onChange={props.onRepeated}
        error={errors.repeated && t(errors.repeated)}
        name="repeat-password"
        autoComplete="new-password"
        inputRef={props.repeatedRef}
      />
    </>
  )
}
